"""Italian function words, in small letters; what elision leaves of a word ("dell'") is one too."""

from gplsa.text.language.closed_classes.inflection import inflected, listed

_CLASSES = {
    "articles": listed("il lo la i gli le l un uno una"),
    "prepositions": (
        listed("di a da in con su per tra fra d ad")
        | inflected("de a da ne su co", "l llo lla i gli lle ll")
        | listed(
            """col coi contro dentro dietro dopo durante entro fino fuori innanzi malgrado mediante
            nonostante oltre presso salvo senza sopra sotto tramite tranne via circa davanti
            attraverso"""
        )
    ),
    "pronouns": (
        listed(
            """io tu egli lui ella lei esso essa noi voi loro essi esse me te sé se mi ti ci vi si
            ne ce ve che chi cui quale quali quanto quanta quanti quante ciò colui colei coloro
            costui costei costoro qualcuno qualcuna qualcosa qualche qualunque qualsiasi ognuno
            ognuna ogni chiunque nessuno nessuna nessun niente nulla alcun alcuno alcuna alcuni
            alcune ciascuno ciascuna ciascun entrambi entrambe parecchi parecchie quel quei quegli
            quell quest"""
        )
        | inflected("quest quell stess medesim tutt altr molt poc tropp tant cert", "o a i e")
        | listed("mio mia miei mie tuo tua tuoi tue suo sua suoi sue nostro nostra nostri nostre")
        | listed(
            "vostro vostra vostri vostre tutt altr molti pochi poche molte tal tale tali più meno"
        )
    ),
    "conjunctions": listed(
        """e ed o od ma però anzi né neppure nemmeno neanche oppure ovvero cioè che se come quando
        dove dov perché poiché affinché benché sebbene finché giacché mentre dunque quindi perciò
        pertanto inoltre tuttavia infatti anche anch pure cosicché allorché"""
    ),
    "to be": listed(
        """essere sono sei è siamo siete essendo stata state ero eri era eravamo eravate erano fui
        fosti fu fummo foste furono sarò sarai sarà saremo sarete saranno sarei saresti sarebbe
        saremmo sareste sarebbero sia siate siano fossi fosse fossimo fossero c cos com"""
    ),
    "to have": listed(
        """avere ho hai ha abbiamo avete hanno avendo avuto avuta avuti avute avevo avevi aveva
        avevamo avevate avevano ebbi avesti ebbe avemmo aveste ebbero avrò avrai avrà avremo avrete
        avranno avrei avresti avrebbe avremmo avreste avrebbero abbia abbiate abbiano avessi avesse
        avessimo avessero"""
    ),
    "modals": listed(
        """può posso puoi possiamo potete possono poteva potevano potrà potranno potrebbe potrebbero
        possa possano deve devo devi dobbiamo dovete devono doveva dovevano dovrà dovranno dovrebbe
        dovrebbero debba debbano"""
    ),
    "adverbs": listed(
        """non no sì già ancora sempre mai ora adesso allora poi prima subito spesso qui qua lì là
        laggiù ovunque così tanto quanto molto poco troppo assai abbastanza quasi solo soltanto
        solamente proprio forse magari ecco meglio invece almeno circa appena insieme"""
    ),
}

ITALIAN = frozenset().union(*_CLASSES.values())
