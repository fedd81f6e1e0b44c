"""French function words, in small letters; what elision leaves of a word ("qu'") is one too."""

from gplsa.text.language.closed_classes.inflection import listed

_CLASSES = {
    "articles": listed("le la les un une des du au aux de d l"),
    "pronouns": listed(
        """je j tu il elle on nous vous ils elles me m te t se s moi toi soi lui leur eux y en ce c
        ceci cela ça ci là celui celle ceux celles mien mienne miens miennes tien tienne tiens
        tiennes sien sienne siens siennes nôtre nôtres vôtre vôtres leurs mon ma mes ton ta tes son
        sa ses notre nos votre vos cet cette ces qui que qu quoi dont où lequel laquelle lesquels
        lesquelles duquel desquels desquelles auquel auxquels auxquelles quel quelle quels quelles
        quiconque quelqu un quelqu'un quelqu'une quelques quelque chacun chacune chaque plusieurs
        aucun aucune aucuns nul nulle autre autres autrui tel telle tels telles tout toute tous
        toutes même mêmes certain certains certaine certaines rien quelconque"""
    ),
    "prepositions": listed(
        """à après avant avec chez contre dans de depuis derrière dès devant durant en entre envers
        excepté hormis hors jusque jusqu jusques lors malgré moyennant outre par parmi pendant pour
        près sans sauf selon sous suivant sur vers via voici voilà auprès afin travers"""
    ),
    "conjunctions": listed(
        """et ou ni mais donc si s comme quand lorsque lorsqu puisque puisqu quoique quoiqu parce
        cependant pourtant néanmoins toutefois tandis sinon soit ainsi alors ensuite puis enfin"""
    ),
    "to be": listed(
        """être suis es est sommes êtes sont étant été étais était étions étiez étaient fus fut
        fûmes fûtes furent serai seras sera serons serez seront serais serait serions seriez
        seraient sois soit soyons soyez soient fusse fusses fût fussions fussiez fussent"""
    ),
    "to have": listed(
        """avoir ai as a avons avez ont ayant eu eue eus eues avais avait avions aviez avaient eut
        eûmes eûtes eurent aurai auras aura aurons aurez auront aurais aurait aurions auriez
        auraient aie aies ait ayons ayez aient eusse eusses eût eussions eussiez eussent"""
    ),
    "modals": listed(
        """peux peut pouvons pouvez peuvent pouvait pouvaient pourra pourront pourrait pourraient
        puisse puissent doit dois devons devez doivent devait devaient devra devront devrait
        devraient faut fallait faudra faudrait"""
    ),
    "adverbs": listed(
        """ne n pas plus moins peu beaucoup très trop assez aussi autant tant tellement si bien
        mieux presque encore déjà toujours jamais souvent parfois quelquefois maintenant aujourd'hui
        aujourd hui tôt tard ici là où ailleurs partout dedans dehors dessus dessous ci oui non
        comment pourquoi combien quand surtout seulement notamment également même guère d'abord
        d'ailleurs cela davantage plutôt environ ensemble"""
    ),
}

FRENCH = frozenset().union(*_CLASSES.values())
