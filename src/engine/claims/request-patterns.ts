/** How people ask for what is not about facts, by language: words of a regular expression, in lower case. */

interface RequestWords {
  /** Begins a role by itself: “pretend to be”. */
  readonly role: string;
  /** “You are”, which begins a role only with {@link RequestWords.figures} behind it. */
  readonly youAre: string;
  /** Who exists in stories and games alone, or is rarely asked anything else. */
  readonly figures: string;
  /** Whose answers are about facts, whoever plays them. */
  readonly professions: string;
  /** “Write me a”. */
  readonly invent: string;
  /** What is invented: “poem”. */
  readonly works: string;
  /** Works that are about facts all the same: “news story”. */
  readonly trueWorks: string;
  /** Orders to say a text otherwise. */
  readonly rewrite: string;
  /** Orders to explain or mend code, and what code is called. */
  readonly explain: string;
  readonly code: string;
  /** Shows that facts are asked about too. */
  readonly facts: string;
  /** More is asked than the text or the code: “and tell me”. */
  readonly also: string;
  /** Ends a role. */
  readonly ends: string;
}

export const REQUESTS: readonly RequestWords[] = [
  {
    role: "pretend (?:to be|(?:that )?you(?:['’]re| are| were))|imagine (?:that )?you(?:['’]re| are| were)|(?:let['’]?s|let us|we will|to|please) (?:do a |have a |start a |play a )?role[- ]?play(?!ing games?)|^role[- ]?play(?!ing games?)|play (?:the )?(?:role|part|character) of|(?:stay|remain|be|speak|answer|reply|respond) in character|(?:act|behave|speak|talk|answer|respond|reply) (?:as if|as though|like) you (?:were|are)|act like (?:an?|the)",
    youAre: "(?:you are|you['’]re|you will be|act as|play)",
    figures:
      'captain|commander|pirates?|wizard|witch|sorcerer|sorceress|mage|knight|king of|queen of|princess|emperor|empress|dragon|vampire|werewolf|elf|dwarf|orc|goblin|ghost|zombie|android|alien|starship|spaceship|spacecraft|detective|spy|innkeeper|bartender|tavern|dungeon master|game master|villain|superhero|gladiator|samurai|ninja|viking|cowboy|sheriff|outlaw|mermaid|fairy|troll|demon|time travell?er|npc|butler|fictional|imaginary|talking',
    professions:
      'assistant|agent|chatbot|bot|model|ai|expert|specialist|helper|support|advis[eo]r|consultant|tutor|teacher|professor|lecturer|scientist|physicist|historian|biologist|chemist|engineer|developer|programmer|analyst|lawyer|attorney|doctor|physician|nurse|pharmacist|therapist|psychologist|coach|dietitian|nutritionist|journalist|reporter|editor|translator|encyclop(?:a|æ|ae)?edia|search engine|terminal|compiler|guide|accountant|economist|researcher|librarian|fact[- ]?checker|reviewer|recruiter',
    invent:
      '(?:write|tell|compose|make up|invent|create|sing|continue|come up with)(?: me| us| for me)?(?: please)? (?:an?|another|one|some|my|this)',
    works:
      'story|tale|poem|haiku|limerick|sonnet|song|lyrics|rap|joke|riddle|novel|fable|ballad|screenplay|scene|monologue|fan ?fiction|verse|lullaby',
    trueWorks: '(?:news|true|real|cover|success|user|customer|life) (?:story|tale|scene)',
    rewrite:
      'translate|re-?write|re-?phrase|paraphrase|re-?word|shorten|condense|summari[sz]e|proof-?read|polish|simplify|tighten|(?:correct|fix|edit|improve|check) (?:the |my |any )?(?:grammar|spelling|punctuation|style|wording|typos|text|email|e-mail|letter|paragraph|sentence|essay)|make (?:this|it|that|these|the following|my)\\b.{0,40}?(?:shorter|longer|clearer|simpler|friendlier|nicer|better|formal|casual|polite|concise|professional|readable|sound|flow)|(?:give|write) (?:me )?an? (?:shorter|longer|clearer|friendlier|simpler|more \\p{L}+) version',
    explain:
      "explain|describe|walk me through|what (?:does|do|is)|what['’]s|how does|why does|comment|document|review|debug|fix|refactor|optimi[sz]e|help me (?:understand|with)",
    code: 'code|function|snippet|script|program|query|class|method|regex|regular expression|lines?|loop|command|error|bug|this|following',
    facts:
      "true|truth|false|fact(?:s|ual|ually)?|fact[- ]?check|accura(?:te|cy)|verify|whether|if (?:it|this|that)(?:['’]s| is)|is (?:it|this|that) (?:right|correct)|hoax|myth|sources?|citations?|evidence|in real life|seriously",
    also: 'and (?:then )?(?:explain|tell|check|say|comment|add|answer)',
    ends: 'out of character|ooc|(?:stop|end|quit|leave|break|exit|drop) (?:\\p{L}+ ){0,3}?(?:role[- ]?play|character|game|act|pretending)|enough (?:role[- ]?play|of this)|real question|different question|another topic|by the way',
  },
  {
    role: 'rollenspiel(?! ?(?:e|en|er)\\b)|spiele?(?: bitte| mal| jetzt)? (?:die |eine |den |einen |in der )?(?:rolle|part|figur)|tue?(?: mal| bitte)? so,? als|stell dir vor,? du (?:bist|wär)|versetz dich in|schlüpf\\p{L}* in die (?:rolle|haut)|bleib\\p{L}* in (?:der|deiner) rolle|antworte wie (?:ein|der|die)',
    youAre: '(?:du bist|bist du|sie sind|sei)',
    figures:
      'kapitän(?:in)?|kommandant(?:in)?|piraten?|piratin|zauberer|zauberin|hexe|magier(?:in)?|ritter|könig(?:in)? (?:von|des|der)|prinz(?:essin)?|drachen?|vampir(?:in)?|elfe?|zwerg|ork|gespenst|außerirdische[rn]?|raumschiffs?|detektiv(?:in)?|gastwirt(?:in)?|wirt(?:in)?|spielleiter(?:in)?|bösewicht|samurai|wikinger|cowboy|räuber|erfundene[rn]?|fiktive[rn]?',
    professions:
      'assistent(?:in)?|agent(?:in)?|chatbot|bot|modell|ki|expert(?:e|in)|spezialist(?:in)?|berater(?:in)?|lehrer(?:in)?|professor(?:in)?|tutor(?:in)?|wissenschaftler(?:in)?|historiker(?:in)?|physiker(?:in)?|ingenieur(?:in)?|entwickler(?:in)?|analyst(?:in)?|anwalt|anwältin|arzt|ärztin|apotheker(?:in)?|journalist(?:in)?|redakteur(?:in)?|übersetzer(?:in)?|lexikon|forscher(?:in)?|steuerberater(?:in)?',
    invent:
      '(?:schreib|erzähl|dicht|erfind|verfass|erfinde|denk)e?(?: mir| uns| bitte)*(?: noch)? (?:eine?n?|noch eine?n?)',
    works:
      '\\p{L}{0,20}(?:geschichte|märchen|gedicht)|lied|witz|rätsel|fabel|roman|ballade|haiku|limerick|sonett|szene|drehbuch|reim',
    trueWorks: '(?:wahre|echte|reale) geschichte',
    rewrite:
      'übersetz\\p{L}*|überarbeite\\p{L}*|umformulier\\p{L}*|formulier\\p{L}*|schreib\\p{L}* .{0,40}?um|kürz\\p{L}*|fass\\p{L}* .{0,60}?zusammen|zusammenfass\\p{L}*|vereinfach\\p{L}*|korrigier\\p{L}*|lektorier\\p{L}*|verbesser\\p{L}*|mach\\p{L}* .{0,40}?(?:kürzer|länger|klarer|höflicher|freundlicher|förmlicher|einfacher)',
    explain:
      'erklär\\p{L}*|beschreib\\p{L}*|was (?:macht|tut|bedeutet)|kommentier\\p{L}*|wie funktioniert|warum|debugg\\p{L}*|prüf\\p{L}*',
    code: 'code|quelltext|funktion|skript|programm|abfrage|klasse|methode|zeilen?|schleife|befehl|fehler|folgende[ns]?|das',
    facts:
      'wahr|wahrheit|stimmt|stimmen|falsch|fakt\\p{L}*|(?:über)?prüf\\p{L}*(?! (?:die )?(?:rechtschreibung|grammatik))|(?:richtig|korrekt) (?:ist|sind)|ob|belege?n?|quellen?|mal ehrlich',
    also: 'und (?:dann )?(?:erklär|sag|prüf|ergänz|beantworte)\\p{L}*',
    ends: '(?:beende|stopp|hör)\\p{L}* .{0,20}?(?:rollenspiel|rolle|spiel|auf)|außerhalb der rolle|im ernst|andere frage|übrigens',
  },
  {
    role: 'jeu de rôle(?!s)|joue(?:z|r|s)? (?:le rôle|un rôle|le personnage)|fai(?:s|tes) (?:comme si|semblant)|imagine(?:z)? que (?:tu es|vous êtes|tu étais)|mets-toi dans la peau|reste(?:z)? dans (?:ton|votre|le) (?:rôle|personnage)|incarne(?:z)?',
    youAre: '(?:tu es|vous êtes|sois|soyez)',
    figures:
      'capitaine|commandante?|pirate|sorci(?:er|ère)|magicien(?:ne)?|mage|chevalier|roi (?:de|du|des)|reine (?:de|du|des)|princesse|dragon|vampire|elfe|nain|orque|fantôme|extraterrestre|vaisseau|détective|aubergiste|maître du jeu|personnage|samouraï|viking|cow-?boy|fictif|fictive',
    professions:
      'assistante?|agente?|chatbot|robot conversationnel|modèle|ia|experte?|spécialiste|conseill(?:er|ère)|professeure?|enseignante?|scientifique|historien(?:ne)?|physicien(?:ne)?|ingénieure?|développeu(?:r|se)|analyste|avocate?|médecin|pharmacien(?:ne)?|journaliste|traduct(?:eur|rice)|encyclopédie|chercheu(?:r|se)|comptable',
    invent:
      '(?:écri(?:s|vez)|raconte(?:z)?|invente(?:z)?|compose(?:z)?|rédige(?:z)?)(?:-moi|-nous)? (?:une?|encore une?)',
    works:
      'histoire|conte|poème|chanson|blague|devinette|fable|roman|ballade|haïku|sonnet|scène|scénario|berceuse|comptine',
    trueWorks: 'histoire (?:vraie|de la|du|des)',
    rewrite:
      'tradui(?:s|sez|re)|ré-?écri(?:s|vez|re)|reformule(?:z|r)?|paraphrase(?:z|r)?|raccourci(?:s|ssez|r)|résume(?:z|r)?|abrège(?:z)?|condense(?:z|r)?|simplifie(?:z|r)?|corrige(?:z|r)?|relis(?:ez)?|améliore(?:z|r)?|ren(?:ds|dez) .{0,40}?plus',
    explain:
      "explique(?:z|r)?(?:-moi)?|décri(?:s|vez)|que fait|qu[’']est-ce que fait|commente(?:z)?|comment fonctionne|pourquoi|débogue(?:z)?",
    code: 'code|fonction|script|programme|requête|classe|méthode|lignes?|boucle|commande|erreur|ceci|suivante?',
    facts:
      "vraie?s?|vérité|fausse?|faux|exacte?s?|exactitude|vérifie(?:z|r)?|faits|sources?|preuves?|si c[’']est|sérieusement",
    also: 'et (?:puis )?(?:explique|dis|vérifie|ajoute|réponds)(?:-moi)?',
    ends: '(?:arrête|stop|fin) .{0,20}?(?:jeu|rôle|personnage)|hors (?:du )?(?:jeu|rôle|personnage)|autre question|au fait',
  },
  {
    role: 'juego de rol(?!es)|(?:haz|interpreta|representa|juega|asume)(?: tú)? (?:el papel|el rol|de )|finge (?:ser|que)|imag[ií]na(?:te)? que eres|act[úu]a como si|haz como si|m[ée]tete en (?:el papel|la piel)|mant[ée]nte? en (?:tu |el )?(?:papel|personaje)',
    youAre: '(?:eres|usted es|sé)',
    figures:
      'capit[aá]na?|comandante|pirata|mag[oa]|bruj[oa]|hechicer[oa]|caballero|rey de|reina de|princesa|dragón|vampir[oa]|elf[oa]|enano|orco|fantasma|extraterrestre|nave|detective|posader[oa]|tabern(?:a|ero)|personaje|samurái|vikingo|vaquero|ficticio|ficticia',
    professions:
      'asistente|agente|chatbot|bot|modelo|ia|expert[oa]|especialista|asesora?|profesora?|maestr[oa]|científic[oa]|historiadora?|físic[oa]|ingenier[oa]|desarrolladora?|analista|abogad[oa]|médic[oa]|farmacéutic[oa]|periodista|traductora?|enciclopedia|investigadora?|contable',
    invent: '(?:escr[ií]be|cu[eé]nta|inv[eé]nta|compón|redacta|crea|haz)(?:me|nos)? (?:una?|otr[oa])',
    works:
      'historia|cuento|poema|canción|chiste|adivinanza|fábula|novela|balada|haiku|soneto|escena|guion|guión|nana|rima',
    trueWorks: 'historia (?:real|verdadera|de la|del)',
    rewrite:
      'trad[uú]ce(?:lo|me)?|traducir|reescrib[ea](?:lo)?|reescribir|reformula(?:r)?|parafrasea(?:r)?|acorta(?:r|lo)?|resume(?:lo)?|resumir|abrevia|condensa|simplifica(?:r)?|corrige(?:lo)?|corregir|revisa la (?:ortografía|gramática)|mejora(?:r)? (?:este|el|mi)|haz (?:que )?.{0,40}?más',
    explain: 'expl[ií]ca(?:me|r)?|describe|qué hace|comenta|cómo funciona|por qué|depura',
    code: 'código|función|script|programa|consulta|clase|método|líneas?|bucle|comando|error|esto|siguiente',
    facts:
      'verdad(?:er[oa]s?)?|ciert[oa]s?|fals[oa]s?|verifica(?:r)?|comprueb[ae]|hechos|datos|fuentes?|pruebas?|si es|en serio',
    also: 'y (?:luego )?(?:explica|di|dime|comprueba|añade|responde)(?:me)?',
    ends: '(?:deja|termina|para|fin) .{0,20}?(?:juego|rol|papel|personaje)|fuera de(?:l)? (?:juego|papel|personaje)|otra pregunta|por cierto',
  },
  {
    role: 'gioco di ruolo(?! ?e)|(?:interpreta|recita|fai) (?:il ruolo|la parte)|f(?:ai|a) finta|fingi(?:ti)? di|immagina di essere|resta nel personaggio',
    youAre: '(?:sei|lei è)',
    figures:
      'capitano|comandante|pirata|mago|strega|cavaliere|re di|regina di|principessa|drago|vampiro|elfo|nano|fantasma|alieno|astronave|detective|oste|personaggio|samurai|vichingo',
    professions:
      'assistente|agente|chatbot|modello|ia|espert[oa]|specialista|consulente|insegnante|professor(?:e|essa)|scienziat[oa]|storic[oa]|ingegnere|avvocat[oa]|medico|giornalista|traduttore|traduttrice',
    invent: "(?:scrivi|racconta|inventa|componi)(?:mi|ci)? (?:una?|un[’']|un altr[oa]|un[’']altra)",
    works:
      'storia|racconto|favola|fiaba|poesia|canzone|barzelletta|indovinello|romanzo|ballata|haiku|sonetto|scena|filastrocca',
    trueWorks: 'storia (?:vera|della|del)',
    rewrite:
      'traduci(?:lo)?|tradurre|riscrivi(?:lo)?|riformula|parafrasa|accorcia|riassumi|abbrevia|semplifica|correggi|rendi .{0,40}?più',
    explain: 'spiega(?:mi)?|descrivi|(?:che )?cosa fa|commenta|come funziona',
    code: 'codice|funzione|script|programma|query|classe|metodo|righe|riga|comando|errore|questo|seguente',
    facts: 'ver[oaie]|verità|fals[oaie]|verifica|fatti|fonti|prove|se è|sul serio',
    also: 'e (?:poi )?(?:spiega|dimmi|di|verifica|aggiungi)(?:mi)?',
    ends: 'fuori dal (?:gioco|ruolo|personaggio)|basta .{0,20}?(?:gioco|ruolo)|altra domanda',
  },
  {
    role: 'jogo de interpretação|(?:interprete|interpreta|faça|faz|assuma) (?:o papel|o personagem|de conta)|finj[ae] (?:ser|que)|fing[ei] (?:ser|que)|imagin[ea] que (?:você é|és)|aja como se|fi(?:que|ca) no personagem',
    youAre: '(?:você é|tu és|és)',
    figures:
      'capit(?:ão|ã)|comandante|pirata|mago|bruxa|feiticeir[oa]|cavaleiro|rei de|rainha de|princesa|dragão|vampiro|elfo|anão|fantasma|alienígena|nave|detetive|taberneiro|personagem|samurai|viking',
    professions:
      'assistente|agente|chatbot|modelo|ia|especialista|consultora?|professora?|cientista|historiadora?|engenheir[oa]|advogad[oa]|médic[oa]|jornalista|tradutora?',
    invent:
      '(?:escreva|escreve|conte|conta|invente|inventa|componha|crie)(?:-me)?(?: para mim)? (?:uma?|outr[oa])',
    works:
      'história|conto|poema|canção|música|piada|adivinha|fábula|romance|balada|haicai|soneto|cena|roteiro',
    trueWorks: 'história (?:real|verdadeira|da|do)',
    rewrite:
      'traduz[ae]?|traduzir|reescrev[ae]|reformul[ae]|parafrasei[ae]|encurt[ae]|resum[ae]|abrevi[ae]|simplifi(?:que|ca)|corrij[ae]|corrige|torn[ea] .{0,40}?mais|deix[ea] .{0,40}?mais',
    explain: 'expli(?:que|ca)(?:-me)?|descrev[ae]|o que (?:faz|é)|coment[ae]|como funciona',
    code: 'código|função|script|programa|consulta|classe|método|linhas?|comando|erro|isto|isso|seguinte',
    facts: 'verdade(?:ir[oa]s?)?|fals[oa]s?|verifi(?:que|ca)|fa(?:c)?tos|fontes?|provas?|se é|a sério|sério',
    also: 'e (?:depois )?(?:explique|diga|diz|verifique)(?:-me)?',
    ends: 'fora d[oe] (?:jogo|papel|personagem)|par[ae] .{0,20}?(?:jogo|papel)|outra pergunta',
  },
  {
    role: 'rollenspel(?!en)|speel(?: nu)? (?:de )?rol|doe(?: maar)? alsof|stel je voor dat je|blijf in (?:je|jouw) rol|kruip in de huid',
    youAre: '(?:je bent|jij bent|u bent|wees)',
    figures:
      'kapitein|commandant|piraat|tovenaar|heks|ridder|koning van|koningin van|prinses|draak|vampier|elf|dwerg|spook|buitenaards|ruimteschip|detective|herbergier|personage|samoerai|viking',
    professions:
      'assistent|agent|chatbot|model|ai|expert|deskundige|specialist|adviseur|leraar|docent|professor|wetenschapper|historicus|ingenieur|ontwikkelaar|advocaat|arts|apotheker|journalist|vertaler',
    invent: '(?:schrijf|vertel|verzin|bedenk|dicht)(?: me| ons| mij)? (?:een|nog een)',
    works:
      'verhaal|verhaaltje|sprookje|gedicht|lied|liedje|mop|raadsel|fabel|roman|ballade|haiku|sonnet|scène',
    trueWorks: '(?:waar|waargebeurd|echt) verhaal',
    rewrite:
      'vertaal|herschrijf|herformuleer|parafraseer|kort .{0,40}?in|verkort|vat .{0,40}?samen|vereenvoudig|corrigeer|verbeter|maak .{0,40}?(?:korter|langer|beleefder|vriendelijker|formeler|duidelijker)',
    explain: 'leg .{0,40}?uit|verklaar|beschrijf|wat doet|hoe werkt',
    code: 'code|functie|script|programma|query|klasse|methode|regels?|commando|fout|dit|volgende',
    facts:
      'waar|waarheid|onwaar|klopt|feit(?:en|elijk)?|controleer|bronnen?|bewijs|of (?:het|dit|dat)|serieus',
    also: 'en (?:dan )?(?:leg|zeg|vertel|controleer)',
    ends: 'uit je rol|buiten (?:je|de) rol|stop .{0,20}?(?:rollenspel|rol)|andere vraag',
  },
];
