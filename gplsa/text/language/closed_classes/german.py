"""German function words, in small letters, in old and new spelling."""

from gplsa.text.language.closed_classes.inflection import inflected, listed

_CLASSES = {
    "articles": listed("der die das des dem den") | inflected("ein kein", "- e em en er es"),
    "personal": listed(
        """ich du er sie es wir ihr mich dich ihn uns euch mir dir ihm ihnen sich einander meiner
        deiner seiner unser euer ihrer selbst selber man"""
    ),
    "possessive": inflected("mein dein sein ihr unser euer unsr eur", "- e em en er es")
    | listed("meinige meinigen deinige deinigen seinige seinigen ihrige ihrigen unsrige unsrigen"),
    "demonstrative": (
        inflected("dies jen solch", "- e em en er es")
        | inflected("derjenig diejenig dasjenig desjenig demjenig denjenig", "e en")
        | inflected("derselb dieselb dasselb desselb demselb denselb", "e en")
        | inflected("selbig", "e em en er es")
        | listed("deren dessen derer denen dessentwegen derlei dergleichen solcherlei dieserart")
    ),
    "interrogative": inflected("welch", "- e em en er es")
    | listed(
        """wer wen wem wessen was wo wohin woher wann wie warum weshalb weswegen wieso wieviel
        wieviele wozu inwiefern inwieweit"""
    ),
    "indefinite": (
        inflected(
            "all manch einig etlich mehrer ander jed jedwed jeglich sämtlich beid", "e em en er es"
        )
        | inflected("viel wenig", "- e em en er es")
        | inflected("irgendein irgendwelch", "- e em en er es")
        | listed(
            """all manch jemand jemanden jemandem jemandes niemand niemanden niemandem niemandes
            etwas nichts irgendwas irgendwer irgendwen irgendwem irgend irgendetwas irgendjemand
            irgendwie irgendwo irgendwann alles allerlei mancherlei vielerlei beiderlei keinerlei
            mehr meist meiste meisten meistens genug weniger wenigsten anders andrer andre andren
            andres andern jedermann ebensolche ebensoviel soviel sowas"""
        )
    ),
    "prepositions": listed(
        """ab abseits an anhand anläßlich anlässlich anstatt anstelle auf aufgrund aus
        ausschließlich außer außerhalb bei beiderseits betreffend betreffs bezüglich binnen bis
        diesseits durch einschließlich entgegen entlang entsprechend für gegen gegenüber gemäß
        hinsichtlich hinter in infolge inklusive inmitten innerhalb jenseits längs mit mithilfe
        mitsamt mittels nach nahe neben ob oberhalb ohne per pro seit seitens statt trotz über um
        unbeschadet ungeachtet unter unterhalb unweit vermittels vermöge via vom von vor
        vorbehaltlich während wegen wider zu zufolge zugunsten zuliebe zuungunsten zuwider zwischen
        am ans aufs beim durchs fürs hinterm hinters im ins überm übers ums unterm unters vorm vors
        zum zur nebst ausgenommen bzgl"""
    ),
    "conjunctions": listed(
        """aber als also anstatt bevor beziehungsweise bzw bis da damit dass daß denn desto doch
        entweder falls indem indes indessen indeß insofern insoweit ja je jedoch nachdem noch ob
        obgleich obschon obwohl obzwar oder respektive resp seit seitdem sobald sodass sodaß sofern
        solange sondern sooft soweit sowenig sowie sowohl soviel statt trotzdem umso und vielmehr
        während weder weil wenn wenngleich wennschon wie wiewohl wo wobei wodurch wofern wohingegen
        zumal zwar desgleichen geschweige"""
    ),
    "pronominal adverbs": (
        inflected(
            "da", "bei durch für gegen her hin hinter mit nach neben von vor wider zu zwischen"
        )
        | inflected("dar", "an auf aus in über um unter")
        | inflected("dr", "an auf aus in über um unter")
        | inflected("wo", "bei durch für gegen mit nach neben von vor zu zwischen")
        | inflected("wor", "an auf aus in über um unter")
        | inflected("hier", "an auf aus bei durch für gegen in mit nach über um unter von vor zu")
        | listed(
            """hiezu hiemit darein darob deshalb deswegen demnach demzufolge demgegenüber demgemäß
            dementsprechend dennoch trotzdem nichtsdestoweniger nichtsdestotrotz gleichwohl somit
            mithin folglich daraufhin daher dahin dorthin dorther hierher hierhin stattdessen
            währenddessen infolgedessen indessen unterdessen überdies außerdem zudem ferner zuvor
            danach seither hernach nachher vorher vorhin einerseits andererseits anderseits
            andrerseits meinerseits ihrerseits seinerseits unsererseits insbesondere insgesamt
            nämlich"""
        )
    ),
    "auxiliaries": listed(
        """sein bin bist ist sind seid sei seiest seien seiet war warst waren wart wäre wärst wärest
        wären wärt wäret gewesen seiend haben habe hast hat habt habest habet hatte hattest hatten
        hattet hätte hättest hätten hättet gehabt habend werden werde wirst wird werdet werdest
        wurde wurdest wurden wurdet würde würdest würden würdet ward geworden worden werdend"""
    )
    | listed(
        """kann kannst können könnt könne könnest konnte konntest konnten konntet könnte könntest
        könnten könntet gekonnt darf darfst dürfen dürft dürfe dürfest durfte durftest durften
        durftet dürfte dürftest dürften dürftet gedurft mag magst mögen mögt möge mögest mochte
        mochtest mochten mochtet möchte möchtest möchten möchtet gemocht muss muß musst mußt müssen
        müsst müßt müsse müssest musste mußte musstest mußtest mussten mußten musstet mußtet müsste
        müßte müsstest müßtest müssten müßten müsstet müßtet gemusst gemußt soll sollst sollen sollt
        solle sollest sollte solltest sollten solltet gesollt will willst wollen wollt wollest
        wollte wolltest wollten wolltet gewollt"""
    ),
    "particles": listed(
        """nicht nie niemals nimmer nirgends nirgendwo keineswegs keinesfalls ja nein nee doch schon
        noch nur bloß auch eben ebenso ebenfalls gleichfalls mal wohl etwa denn eigentlich sogar
        selbst gar sehr so zu zwar allzu ganz fast kaum beinahe nahezu ziemlich überhaupt immerhin
        jedenfalls allerdings freilich übrigens vielleicht möglicherweise sicherlich gewiss gewiß
        wirklich lediglich mindestens wenigstens zumindest höchstens ungefähr circa ca mehr minder
        desto umso je ach oh na eh o tja"""
    ),
    "adverbs": listed(
        """hier da dort hin her hinaus heraus hinein herein herum umher hinauf herauf hinunter
        herunter hinab herab hinüber herüber hinweg hervor voran voraus vorbei drüben droben drin
        drinnen draußen oben unten vorn vorne hinten überall nirgendwohin irgendwohin jetzt nun
        nunmehr dann damals einst einmal dereinst bald gleich sofort sogleich soeben vorerst
        zunächst zuerst zuletzt schließlich endlich wieder wiederum abermals nochmals nochmal immer
        stets oft öfter öfters oftmals manchmal mitunter zuweilen bisweilen meist bisher bislang
        seitdem längst zugleich sonst ansonsten erst bereits derzeit zurzeit jeweils jemals
        einigermaßen dermaßen gewissermaßen sozusagen geradezu gerade genau ebenda dahingehend
        weiter weiterhin weitere weiteren weiterer weiteres weiterem so derart solchermaßen gern
        gerne lieber am"""
    ),
    "abbreviations": listed("bzw usw usf etc evtl ggf vgl bspw sog inkl exkl"),
}

GERMAN = frozenset().union(*_CLASSES.values())
