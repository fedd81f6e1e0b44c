"""Words that say when, how many and how somebody is addressed, never what a text is about.

Weekdays, months, numerals, titles, nouns of time and those that stand in prepositions alone (*on
behalf of*) are content words, so that they are counted and their topics can be seen; but as
keywords they crowd out what a reader looks for.  Only classes that can be listed in full are in, in
small letters and in the forms that stems do not bring together.
"""

from gplsa.text.language.closed_classes.inflection import listed

CIRCUMSTANCES: dict[str, frozenset[str]] = {
    "en": listed(
        """monday tuesday wednesday thursday friday saturday sunday
        january february march april may june july august september october november december
        zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen
        fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty
        ninety hundred hundreds thousand thousands million millions billion billions trillion dozen
        dozens first second third fourth fifth sixth seventh eighth ninth tenth half quarter
        mr mrs ms miss mister sir madam madame dr prof professor univ phd msc bsc lady ladies
        gentleman gentlemen
        second seconds minute minutes hour hours day days week weeks weekend month months year years
        decade decades century centuries today yesterday tomorrow tonight morning noon afternoon
        evening night midnight moment moments time times am pm
        behalf sake lieu stead accordance"""
    ),
    "de": listed(
        """montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag montags
        januar jänner februar feber märz april mai juni juli august september oktober november
        dezember
        null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn
        fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig dreißig dreissig vierzig fünfzig
        sechzig siebzig achtzig neunzig hundert hunderte tausend tausende million millionen
        milliarde milliarden billion billionen dutzend dutzende erste ersten erster zweite zweiten
        zweiter dritte dritten dritter vierte vierten fünfte fünften sechste siebte achte neunte
        zehnte hälfte viertel drittel
        herr herrn herren frau fräulein dr prof professor univ mag dipl ing habil msc bsc dame damen
        sekunde sekunden minute minuten stunde stunden tag tage tagen woche wochen wochenende monat
        monate jahr jahre jahren jahrzehnt jahrzehnte jahrhundert jahrhunderte heute gestern morgen
        morgens vormittag mittag nachmittag abend nacht mitternacht augenblick moment zeit zeiten
        uhr mal"""
    ),
    "fr": listed(
        """lundi mardi mercredi jeudi vendredi samedi dimanche
        janvier février mars avril mai juin juillet août septembre octobre novembre décembre
        zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze
        seize vingt trente quarante cinquante soixante septante octante nonante cent cents mille
        millier milliers million millions milliard milliards dizaine dizaines douzaine centaine
        centaines premier première premiers premières deuxième second seconde troisième quatrième
        cinquième sixième moitié tiers quart
        monsieur messieurs madame mesdames mademoiselle mm mme mlle dr professeur
        seconde secondes minute minutes heure heures jour jours journée semaine semaines mois an ans
        année années décennie décennies siècle siècles aujourd'hui hier demain matin matinée midi
        soir soirée nuit minuit instant moment moments temps fois"""
    ),
    "es": listed(
        """lunes martes miércoles jueves viernes sábado domingo
        enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre
        diciembre
        cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince
        dieciséis diecisiete dieciocho diecinueve veinte treinta cuarenta cincuenta sesenta setenta
        ochenta noventa cien ciento cientos doscientos quinientos mil miles millón millones millar
        millares decena docena primer primero primera segundo segunda tercer tercero tercera cuarto
        cuarta quinto quinta mitad tercio
        señor señora señores señoras señorita sr sra sres sras dr dra don doña profesor
        segundo segundos minuto minutos hora horas día días semana semanas mes meses año años década
        décadas siglo siglos hoy ayer mañana tarde noche medianoche instante momento momentos tiempo
        tiempos vez veces"""
    ),
    "it": listed(
        """lunedì martedì mercoledì giovedì venerdì sabato domenica
        gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre
        dicembre
        zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici
        quindici sedici diciassette diciotto diciannove venti trenta quaranta cinquanta sessanta
        settanta ottanta novanta cento centinaia mille mila migliaio migliaia milione milioni
        miliardo miliardi decina decine dozzina primo prima primi prime secondo seconda terzo terza
        quarto quarta quinto quinta metà
        signor signore signora signori signorina sig dott dottor professore prof onorevole
        onorevoli
        secondo secondi minuto minuti ora ore giorno giorni giornata settimana settimane mese mesi
        anno anni decennio decenni secolo secoli oggi ieri domani mattina mattino mezzogiorno
        pomeriggio sera serata notte mezzanotte istante momento momenti tempo tempi volta volte"""
    ),
}
