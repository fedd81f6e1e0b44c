"""Spanish function words, in small letters."""

from gplsa.text.language.closed_classes.inflection import inflected, listed

_CLASSES = {
    "articles": listed("el la los las lo un una unos unas al del"),
    "pronouns": (
        listed(
            """yo tú vos usted ustedes él ella ello ellos ellas nosotros nosotras vosotros vosotras
            me te se nos os le les mí ti sí conmigo contigo consigo mi mis tu tus su sus que quien
            quienes cual cuales cuyo cuya cuyos cuyas qué quién quiénes cuál cuáles cuánto cuánta
            cuántos cuántas algo alguien nada nadie cada cualquier cualquiera cualesquiera ambos
            ambas demás varios varias mismo misma mismos mismas propio propia propios propias tal
            tales sendos sendas algún ningún más menos uno"""
        )
        | inflected(
            """est es aquell tuy suy nuestr vuestr tod otr much poc tant cuant algun ningun bastante
            demasiad""",
            "o a os as",
        )
        | listed(
            """este ese aquel estos esos aquellos esto eso aquello bastante bastantes mío mía míos
            mías"""
        )
    ),
    "prepositions": listed(
        """a ante bajo cabe con contra de desde durante en entre excepto hacia hasta mediante para
        por salvo según sin sobre tras vía acerca"""
    ),
    "conjunctions": listed(
        """y e ni o u pero mas sino que si como cuando donde adonde aunque porque pues mientras
        luego conque así siquiera embargo"""
    ),
    "to be": listed(
        """ser soy eres es somos sois son siendo sido era eras éramos erais eran fui fuiste fue
        fuimos fuisteis fueron seré serás será seremos seréis serán sería serías seríamos seríais
        serían sea seas seamos seáis sean fuera fueras fuéramos fuerais fueran fuese fueses fuésemos
        fueseis fuesen estar estoy estás está estamos estáis están estando estaba estabas estábamos
        estabais estaban estuve estuviste estuvo estuvimos estuvisteis estuvieron estaré estarás
        estará estaremos estaréis estarán estaría estarías estaríamos estaríais estarían esté estés
        estemos estéis estén estuviera estuvieras estuvieran estuviese estuviesen"""
    ),
    "to have": listed(
        """haber he has ha hay hemos habéis han habiendo habido había habías habíamos habíais habían
        hube hubiste hubo hubimos hubisteis hubieron habré habrás habrá habremos habréis habrán
        habría habrías habríamos habríais habrían haya hayas hayamos hayáis hayan hubiera hubieras
        hubiéramos hubierais hubieran hubiese hubieses hubiésemos hubieseis hubiesen"""
    ),
    "modals": listed(
        """puede pueden puedo podemos podría podrían podrá podrán pueda puedan podía podían debe
        deben debemos debo debería deberían deberá deberán deba deban debía debían"""
    ),
    "adverbs": listed(
        """no sí también tampoco muy ya aún aun todavía siempre nunca jamás ahora entonces antes
        después aquí ahí allí allá acá cómo cuándo dónde adónde donde tan tanto casi apenas quizá
        quizás bien mejor solo sólo solamente además incluso inclusive ambos"""
    ),
}

SPANISH = frozenset().union(*_CLASSES.values())
