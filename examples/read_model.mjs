// Topics of a gplsa model and the keywords of its documents, with nothing but node:
//
//     node examples/read_model.mjs letters.gplsa [document, by its id]
//
// docs/FILE_FORMAT.md says what is in the file. Topics are those of the fit, words as p(w|z) orders them; keywords
// of a document d are the words e of the other side by Σ_f n(d,f) · t(e|f) · idf(e), with the lexicon t alone.
import { readFileSync } from "node:fs";
import { inflateRawSync } from "node:zlib";

const TYPES = {
  "|b1": Uint8Array, "|i1": Int8Array, "|u1": Uint8Array, "<i2": Int16Array, "<u2": Uint16Array, "<i4": Int32Array,
  "<u4": Uint32Array, "<f4": Float32Array, "<f8": Float64Array, "<i8": BigInt64Array,
};

function unzip(file) { // name → bytes, by the directory at the end of the file
  const members = {};
  let end = file.length - 22;
  while (file.readUInt32LE(end) !== 0x06054b50) end--;
  for (let at = file.readUInt32LE(end + 16), n = file.readUInt16LE(end + 10); n > 0; n--) {
    const [method, size] = [file.readUInt16LE(at + 10), file.readUInt32LE(at + 20)];
    const [name, extra, note] = [28, 30, 32].map((place) => file.readUInt16LE(at + place));
    const local = file.readUInt32LE(at + 42);
    const from = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const content = file.subarray(from, from + size);
    members[file.toString("utf8", at + 46, at + 46 + name)] = method ? inflateRawSync(content) : content;
    at += 46 + name + extra + note;
  }
  return members;
}

const members = unzip(readFileSync(process.argv[2]));
const json = (name) => JSON.parse(members[`${name}.json`]);
const { arrays, kind } = json("manifest");
if (kind !== "model") throw new Error(`this is a ${kind}, no model`);

function array(name) { // numbers of a NumPy array; its shape stands in the manifest
  const bytes = members[`${name}.npy`], from = 10 + bytes.readUInt16LE(8);
  const values = new TYPES[arrays[name].dtype](Uint8Array.from(bytes.subarray(from)).buffer);
  return values instanceof BigInt64Array ? Array.from(values, Number) : values;
}

const best = (scores, n, forms) =>
  [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, n)
    .map(([term]) => forms[term] ?? `visual word ${term + 1}`).join(", ");

const model = json("model"), corpus = json("corpus");
const sides = model.modalities.map((_, side) => json(`vocabulary/${side}`));
const formsOf = (side) => sides[side].forms ?? sides[side].terms ?? []; // visual words have no names
for (let topic = 0; topic < model.n_topics; topic++) {
  model.modalities.forEach((name, side) => {
    const width = arrays[`topic_word/${side}`].shape[1];
    const row = array(`topic_word/${side}`).subarray(topic * width, (topic + 1) * width);
    console.log(`topic ${topic + 1} ${name}: ${best(row.entries(), 8, formsOf(side))}`);
  });
}

const row = process.argv[3] === undefined ? 0 : corpus.ids.indexOf(process.argv[3]);
model.directions.forEach(([source, target], number) => {
  const [from, to] = [source, target].map((side) => model.modalities.indexOf(side));
  const [data, indices, indptr] = ["data", "indices", "indptr"].map((part) => array(`counts/${from}/${part}`));
  const lexicon = (part) => array(`gist/${number}/${part}`);
  const [first, words, translation] = [lexicon("indptr"), lexicon("indices"), lexicon("translation")];
  const { document_frequency: frequency, n_documents: n } = sides[to], scores = new Map();
  for (let at = indptr[row]; at < indptr[row + 1]; at++) {
    for (let one = first[indices[at]]; one < first[indices[at] + 1]; one++) {
      const idf = Math.log((1 + n) / (1 + frequency[words[one]])) + 1;
      scores.set(words[one], (scores.get(words[one]) ?? 0) + data[at] * translation[one] * idf);
    }
  }
  console.log(`keywords ${source}>${target} of ${corpus.ids[row]}: ${best(scores, 10, formsOf(to))}`);
});
