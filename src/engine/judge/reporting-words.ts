/**
 * How sentences show that they only report what somebody says, by language. Verbs of finding out (“confirmed”, “zeigte”) are
 * left out on purpose: who found it out vouches for it.
 */
interface ReportingWords {
  /** Verbs whose clause is somebody's word, as they stand before it. */
  readonly verbs: string;
  /** What such a clause begins with. */
  readonly that: string;
  /** Verbs after which that word may be left out, and what the clause then begins with: “said the …”. */
  readonly bare?: string;
  /** Nouns of what is said or believed, before its clause. */
  readonly nouns: string;
  /** What may stand between such a noun and its clause. */
  readonly between: string;
  /** Words that mark the whole clause as hearsay. */
  readonly marks: string;
  /** Nouns of texts and of findings: what they say is so. */
  readonly authorities: string;
}

export const REPORTING: readonly ReportingWords[] = [
  {
    verbs:
      'claim(?:s|ed|ing)?|say(?:s|ing)?|said|alleg(?:e|es|ed|ing)|believ(?:e|es|ed|ing)|think(?:s|ing)?|thought|argu(?:e|es|ed|ing)|assert(?:s|ed)?|insist(?:s|ed)?|maintain(?:s|ed)?|contend(?:s|ed)?|suspect(?:s|ed)?|speculat(?:e|es|ed)|suppos(?:e|es|ed)|assum(?:e|es|ed)|suggest(?:s|ed)?|imagin(?:e|es|ed)|rumou?red|fear(?:s|ed)?|hop(?:e|es|ed)|den(?:y|ies|ied)|doubt(?:s|ed)?|disput(?:e|es|ed)|boast(?:s|ed)?|swor[en]|swears?|predict(?:s|ed)?|promis(?:e|es|ed)|complain(?:s|ed)?|told(?: \\p{L}+){1,3}|tells?(?: \\p{L}+){1,3}|wrote|tweeted|(?:is|was|been|often|widely) reported|declar(?:e|es|ed)|conjectured?|feels?|felt|opined?',
    that: 'that',
    bare: '(?:says?|said|claim(?:s|ed)?|believ(?:es?|ed)|thinks?|thought|alleg(?:es?|ed)|insist(?:s|ed)?) (?!(?:the|an?|his|her|its|their|this) (?:\\p{L}+ ){0,2}(?:lives|life|titles?|prizes?|victory|crown|trophy|medals?|throne|championship|credit|responsibility|land|territory))(?:the|an?|it|he|she|they|his|her|their|there|this|these|those|its|we|I|no|all|most|many|\\p{Lu}\\p{Ll}+)',
    nouns:
      'myths?|misconceptions?|legends?|beliefs?|rumou?rs?|claims?|notions?|ideas?|allegations?|assertions?|suggestions?|hypothes[ie]s|theor(?:y|ies)|fallac(?:y|ies)|superstitions?|speculations?|accusations?|assumptions?|suspicions?|opinions?|contentions?|predictions?|hoax(?:es)?|stor(?:y|ies)|tales?|fears?|hopes?',
    between: '(?: (?:is|was|has it|had it|says|said|holds|goes|persists|remains|about [^.;:!?]{1,60} is))?',
    marks:
      'allegedly|reportedly|supposedly|purportedly|ostensibly|apparently|seemingly|presumably|(?:has|had) it that|legend says|according to (?:\\p{L}+ ){0,3}(?:legend|legends|myth|myths|rumou?rs?|folklore|tradition|lore|superstition|critics|believers|opponents|opposition|activists|spokes\\p{L}+|supporters|proponents|some|many|popular belief|hearsay|witnesses|residents|locals|sceptics|skeptics|conspiracy theor\\p{L}+)|(?:is|are|was|were|be|been|being) (?:\\p{L}+ ){0,2}(?:said|claimed|believed|thought|alleged|rumou?red|supposed|reputed|assumed|reported|purported|considered|feared) to',
    authorities:
      'stud(?:y|ies)|research|data|results?|findings?|evidence|analys[ie]s|surveys?|census|figures|statistics|measurements?|records?|reports?|reviews?|trials?|experiments?|tests?|manual|contract|agreement|lease|polic(?:y|ies)|laws?|act|rules?|articles?|sections?|clauses?|paragraphs?|sign|label|instructions|handbook|terms|guidelines?|documents?|documentation|statutes?|regulations?|notice|constitution|treaty|datasheet|leaflet|specification|standard|map|table|chart|log|minutes|certificate',
  },
  {
    verbs:
      'behaupte(?:t|n|te|ten)?|sag(?:e|t|en|te|ten)|gesagt|glaub(?:e|t|en|te|ten)|geglaubt|mein(?:t|en|te|ten)|denk(?:t|en)|dachten?|gedacht|vermute(?:t|n|te|ten)?|angenommen|nimmt an|nehmen an|nahm(?:en)? an|erzähl(?:t|en|te|ten)|hoff(?:t|en|te|ten)|fürchte(?:t|n|te|ten)|befürchte(?:t|n|te|ten)|beteuer(?:t|n|te|ten)|versicher(?:t|n|te|ten)|erklär(?:t|en|te|ten)|schreib(?:t|en)|schrieb(?:en)?|bestreite[nt]|bestritten?|leugne(?:t|n|te|ten)|bezweifel(?:t|n|te|ten)|spekulier(?:t|en|te|ten)|argumentier(?:t|en|te|ten)|berichte(?:t|n|te|ten)|heißt es|hieß es|munkelt|gemunkelt|(?:werfen|wirft|warf(?:en)?)(?: \\p{L}+){1,4} vor',
    that: '(?:\\p{L}+ ){0,3}?,? ?da(?:ss|ß)|,? (?=[^,.;]{0,120}(?<!\\p{L})(?:sei|seien|habe|hätten?|werde|würden?|könne|müsse|solle)(?!\\p{L}))',
    nouns:
      'Mythos|Mythen|Legenden?|Gerüchte?n?|Irrglauben?|Aberglauben?|Behauptung(?:en)?|Irrtum|Märchen|Annahmen?|Thesen?|Vorstellung(?:en)?|Vorwurf|Vorwürfe|Verdacht|Vermutung(?:en)?|Glauben?|Meinung(?:en)?|Ansicht(?:en)?|Theorien?|Hypothesen?|Sagen?',
    between: ',?(?: (?:ist|lautet|besagt|sagt|hält sich|geht um|will)(?: (?:es|hartnäckig))?)?',
    marks:
      'angeblich(?:e[rnms]?)?|vermeintlich(?:e[rnms]?)?|mutmaßlich(?:e[rnms]?)?|anscheinend|offenbar|vermutlich|möglicherweise|womöglich|soll(?:en)?|heißt es|hieß es|im Volksmund|(?:der|einer) (?:Legende|Sage|Überlieferung) (?:nach|zufolge)|Gerüchten zufolge|Legenden? zufolge|nach (?:eigenen )?(?:Angaben|Aussagen?|Ansicht|Meinung|Darstellung)|laut (?:\\p{L}+ )?(?:Legenden?|Sagen?|Gerüchten?|Kritikern?|Medienberichten|Anwohnern|Zeugen|Volksmund|eigenen Angaben)',
    authorities:
      'Studien?|Daten|Ergebnis(?:se)?|Untersuchung(?:en)?|Umfragen?|Statistik(?:en)?|Zahlen|Messung(?:en)?|Bericht|Vertrag|Gesetz|Regeln?|Artikel|Paragraph|Absatz|Schild|Anleitung|Handbuch|Dokument|Verordnung|Satzung|Urteil|Protokoll',
  },
  {
    verbs:
      'dit|disent|disai(?:t|ent)|préten(?:d|dent|dait|daient|du)|affirm(?:e|ent|ait|aient|é)|croi(?:t|ent)|croyai(?:t|ent)|cru|pens(?:e|ent|ait|aient|é)|racont(?:e|ent|ait|é)|suppos(?:e|ent|ait|é)|estim(?:e|ent|ait|é)|assur(?:e|ent|ait|é)|souti(?:ent|ennent)|soutenu|déclar(?:e|ent|ait|é)|soupçonn(?:e|ent|é)|crain(?:t|gnent)|espèr(?:e|ent)|ni(?:e|ent|é)|dout(?:e|ent|é)|imagin(?:e|ent|ait)|avanc(?:e|ent|é)|suggèr(?:e|ent)|suggéré|jur(?:e|ent|é)|paraît|semble(?:rait)?|rapport(?:e|ent|é)',
    that: "(?:\\p{L}+ ){0,3}?qu(?:e|’|')",
    nouns:
      'mythes?|légendes?|idées? reçues?|rumeurs?|croyances?|théories?|hypothèses?|allégations?|affirmations?|accusations?|superstitions?|opinions?|craintes?|soupçons?|préjugés?',
    between: '(?: [^.;:!?]{1,40})? (?:veut|veulent|est|dit|disent|prétend|raconte|affirme|circule|court)',
    marks:
      'prétendument|soi-disant|supposément|apparemment|vraisemblablement|peut-être|serai(?:t|ent)|aurai(?:t|ent)|pourrai(?:t|ent)|cens[ée]e?s?|réputée?s?|selon (?:laquelle|lesquelles|lequel|(?:\\p{L}+ )?(?:légendes?|rumeurs?|critiques|certains|détracteurs|partisans|croyances?|tradition|habitants|témoins|opposants))|d’après (?:\\p{L}+ )?(?:légendes?|rumeurs?|critiques|certains|tradition|habitants|témoins)',
    authorities:
      'études?|données|résultats?|recherches|analyses?|enquêtes?|recensement|statistiques|chiffres|mesures|rapport|contrat|bail|lois?|règlement|article|clause|panneau|manuel|document|notice|traité',
  },
  {
    verbs:
      'dicen?|dij(?:o|eron)|decían?|creen?|creían?|crey(?:ó|eron)|afirm(?:a|an|ó|aron|aba|aban)|asegur(?:a|an|ó|aron)|sostien(?:e|en)|sostuv(?:o|ieron)|declar(?:a|an|ó|aron)|piensan?|pensaban?|suponen?|suponían?|rumorea|cuentan?|aleg(?:a|an|ó|aron)|opinan?|consideran?|sospechan?|temen?|niegan?|neg(?:ó|aron)|dudan?|imaginan?|sugieren?|juran?|juró|especulan?|inform(?:a|an|ó|aron)',
    that: '(?:\\p{L}+ ){0,3}?que',
    nouns:
      'mitos?|leyendas?|rumor(?:es)?|creencias?|bulos?|teorías?|ideas?|afirmaci(?:ón|ones)|hipótesis|acusaci(?:ón|ones)|supersticion?(?:ón|ones)|opini(?:ón|ones)|temor(?:es)?|sospechas?',
    between: '(?: [^.;:!?]{1,40}?)?(?: (?:es|dice|dicen|cuenta|sostiene|circula|de))',
    marks:
      'supuest(?:amente|o|a|os|as)|presunt(?:amente|o|a|os|as)|aparentemente|al parecer|quizás?|tal vez|según (?:\\p{L}+ )?(?:leyendas?|rumor(?:es)?|algunos|muchos|críticos|tradición|vecinos|testigos|opositores)',
    authorities:
      'estudios?|datos|resultados?|investigaci(?:ón|ones)|análisis|encuestas?|censo|estadísticas|cifras|mediciones|informe|contrato|ley(?:es)?|reglamento|artículo|cláusula|cartel|manual|documento|tratado',
  },
  {
    verbs:
      'dice|dicono|diceva(?:no)?|ha detto|hanno detto|cred(?:e|ono)|credeva(?:no)?|afferma(?:no|to)?|affermava(?:no)?|sostien(?:e|sostengono)|sostengono|sostenuto|pensa(?:no|to)?|ritien(?:e|ritengono)|ritengono|racconta(?:no|to)?|suppon(?:e|gono)|dichiara(?:no|to)?|nega(?:no|to)?|dubita(?:no|to)?|assicura(?:no|to)?',
    that: '(?:\\p{L}+ ){0,3}?che',
    nouns:
      'miti?|mito|leggend[ae]|voc[ei]|credenz[ae]|teori[ae]|ide[ae]|affermazion[ei]|ipotesi|accus[ae]|superstizion[ei]',
    between: '(?: [^.;:!?]{1,40}?)? (?:è|vuole|dice|racconta|secondo cui)',
    marks:
      'presumibilmente|presunt[oaie]|a quanto pare|pare che|si dice|sarebbe(?:ro)?|avrebbe(?:ro)?|secondo (?:\\p{L}+ )?(?:leggenda|leggende|voci|alcuni|molti|critici|tradizione|testimoni)|secondo cui',
    authorities:
      'studi?o?|dati|risultati|ricerc(?:a|he)|analisi|censimento|statistiche|rapporto|contratto|legg[ei]|articolo|manuale|documento',
  },
  {
    verbs:
      'diz|dizem|disse(?:ram)?|dizia(?:m)?|acredita(?:m)?|acreditava(?:m)?|afirm(?:a|am|ou|aram|ava|avam)|alega(?:m)?|alegou|alegaram|sustenta(?:m)?|pensa(?:m)?|pensava(?:m)?|supõe(?:m)?|conta(?:m)?|garant(?:e|em|iu|iram)|nega(?:m)?|negou|duvida(?:m)?|declar(?:a|am|ou|aram)',
    that: '(?:\\p{L}+ ){0,3}?que',
    nouns:
      'mitos?|lendas?|boatos?|rumor(?:es)?|crenças?|teorias?|ideias?|afirmaç(?:ão|ões)|hipóteses?|acusaç(?:ão|ões)|superstiç(?:ão|ões)',
    between: '(?: [^.;:!?]{1,40}?)? (?:é|diz|conta|sustenta|de)',
    marks:
      'supostamente|alegadamente|aparentemente|talvez|teria(?:m)?|seria(?:m)?|segundo (?:\\p{L}+ )?(?:lendas?|boatos?|alguns|muitos|críticos|tradição|testemunhas)|diz-se',
    authorities:
      'estudos?|dados|resultados?|pesquisas?|análises?|censo|estatísticas|relatório|contrato|lei|artigo|manual|documento',
  },
  {
    verbs:
      'zeg(?:t|gen)|zei(?:den)?|gezegd|beweert|beweren|beweerden?|beweerd|geloo?ft|geloven|geloofden?|denk(?:t|en)|dachten?|gedacht|vermoed(?:t|en|den|de)?|veronderstelt|veronderstellen|vertel(?:t|len|de|den)|verteld|ontken(?:t|nen|de|den)|betwijfel(?:t|en)|hoop(?:t|te)|hopen|vre(?:est|zen)|vreesde[n]?',
    that: '(?:\\p{L}+ ){0,3}?dat',
    nouns:
      'mythe[ns]?|legendes?|geruchten?|misvatting(?:en)?|bewering(?:en)?|theorie(?:ën)?|idee(?:ën)?|geloof|bijgeloof|beschuldiging(?:en)?',
    between: '(?: (?:is|was|wil|zegt|gaat|luidt))?',
    marks:
      'naar verluidt|zogenaamd|vermoedelijk|kennelijk|schijnbaar|volgens (?:\\p{L}+ )?(?:legendes?|overlevering|geruchten|sommigen|velen|critici|getuigen|omwonenden)|zou(?:den)?',
    authorities:
      'studies?|onderzoek(?:en)?|gegevens|resultaten|enquêtes?|volkstelling|cijfers|rapport|contract|wet|artikel|handleiding|document',
  },
];
