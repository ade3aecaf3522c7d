/**
 * Words whose class says more about a sentence than the word itself: closed classes, and the open ones
 * that mark opinion, advice, speech, change or measure. A word may be in several classes; the first one
 * listed here is its main class.
 */

const LISTS = {
  /** Kept as themselves when a sentence's content words are masked. */
  function:
    "a an the this that these those and or but nor so yet if then than as at by for from in into of off on onto out over per to toward towards up upon via with within without about above across after against along among around before behind below beneath beside besides between beyond despite down during except inside like near outside since through throughout till under underneath until unlike when where while because although though however therefore thus hence moreover furthermore also too very not no never n't nothing none nobody neither either both each every any all some such same other another more most much many few little less least several enough own only just even still already again ever once here there now is are was were be been being am isn't aren't wasn't weren't has have had having hasn't haven't hadn't do does did doing done don't doesn't didn't will would can could may might must shall should won't wouldn't can't cannot couldn't mustn't shouldn't ought i me my mine myself i'm i've i'd i'll we us our ours ourselves we're we've we'd we'll you your yours yourself yourselves you're you've you'd you'll he him his himself he's he'd he'll she her hers herself she's she'd she'll it its itself it's it'd it'll they them their theirs themselves they're they've they'd they'll one who whom whose which what why how whether that's there's here's what's who's let's let get gets got getting going gonna",
  article: 'a an the',
  demonstrative: "this that these those that's",
  existential: "there there's",
  greeting:
    'hi hello hey hiya howdy greetings welcome goodbye bye cheers thanks thank thankyou thx please sorry congratulations congrats dear okay ok sure certainly absolutely yes yeah yep yup nope nah wow lol lmao haha hahaha omg oh ah hmm hm ugh amen',
  selfFirst: "i me my mine myself i'm i've i'd i'll im ive imo imho",
  selfPlural: "we us our ours ourselves we're we've we'd we'll let's",
  you: "you your yours yourself yourselves you're you've you'd you'll u ur y'all",
  third:
    "he him his himself he's he'd he'll she her hers herself she's they them their theirs themselves they're they've it its itself it's",
  beNow: "is are am isn't aren't i'm we're you're they're it's he's she's that's there's here's who's what's",
  bePast: "was were wasn't weren't",
  have: "has have had hasn't haven't hadn't i've we've you've they've",
  do: "do does did don't doesn't didn't",
  will: "will won't i'll we'll you'll he'll she'll they'll it'll gonna",
  may: "can could may might would can't couldn't wouldn't cannot i'd we'd you'd they'd he'd she'd",
  must: "must should shouldn't mustn't ought shall",
  need: 'need needs needed gotta supposed require requires required',
  future: 'going tomorrow soon upcoming forthcoming plan plans propose proposing proposed proposal',
  hedge:
    'maybe perhaps possibly likely unlikely probably presumably seem seems seemed appear appears apparently arguably supposedly potentially hopefully unclear uncertain depends depend suggest suggests usually generally typically often sometimes roughly approximately about somewhat kinda sort kind',
  opinion:
    'good bad great better best worse worst nice wonderful terrible horrible awful amazing awesome excellent fantastic brilliant beautiful ugly perfect lovely cool fun funny boring stupid dumb crazy insane ridiculous silly sad happy glad proud grateful thankful honored blessed excited sorry afraid worried scared scary disgusting shameful disgraceful outrageous unacceptable wrong right fair unfair just unjust important essential crucial vital critical necessary interesting fascinating impressive incredible unbelievable remarkable extraordinary special tremendous delicious favorite favourite worth worthy hard easy difficult simple smart wise foolish brave courageous strong weak bold noble decent honest true false real fake evil cruel kind generous pathetic weird strange odd lucky unfortunate sadly unfortunately fortunately obviously clearly honestly frankly personally',
  mental:
    'think thinks thought believe believes believed feel feels felt hope hopes hoped hoping want wants wanted wish wishes like likes liked love loves loved hate hates hated guess suppose assume know knows knew understand understands understood remember recall imagine doubt doubts wonder wondering agree disagree prefer care cares trust trusted expect dream pray mean means',
  speech:
    'said says say saying told tell tells announced announce announces claimed claims claim stated states state reported reports report according confirmed confirms confirm denied denies deny warned warns added explained argued argues insisted declared revealed reveals quoted admitted tweeted asked wrote testified acknowledged accused alleged alleges allegedly reportedly spokesperson spokesman',
  factVerb:
    'born died founded established invented discovered located situated published released created built opened launched signed passed elected appointed awarded named designed developed produced directed starred played contains contain includes consists comprised consists known called based headquartered composed recorded introduced killed arrested convicted infected diagnosed tested identified detected vaccinated hospitalized used became become began started ended lasted served worked studied graduated married moved joined ruled sentenced ordered banned declared',
  change:
    'increase increased increases increasing decrease decreased decreases decreasing rise rises rose risen rising fall falls fell fallen falling grow grows grew grown growing growth cut cuts drop dropped drops dropping double doubled triple tripled raise raised raises reduce reduced reduces reducing reduction gain gained lose lost losing decline declined declining surge surged jumped climbed expand expanded shrink shrank spent spend spending cost costs paid pay saved save borrowed funded funding invested invest added created surpassed exceeded reached',
  pastIrregular:
    'became began broke brought built bought came caught chose cost cut did drew drove ate fell felt fought found flew forgot gave went grew had heard held hit hurt kept knew laid led left lent let lost made meant met paid put quit ran read rode rose said saw sold sent set shook shot shut sang sank sat slept spoke spent stood stole struck swore swam took taught told thought threw understood woke wore won wrote given taken seen gone known done written driven chosen fallen broken spoken grown shown',
  advice:
    'select compare consider ensure evaluate research look check try use make avoid choose determine identify gather collect add mix stir pour place put set keep take give get go read write follow start begin create build develop find search contact call ask visit review remember note think focus plan prepare practice learn provide include apply install run open click press enter type copy save download upload explain describe tell show list summarize translate generate help suggest recommend imagine pretend act answer define discuss analyze calculate solve compose draft rewrite edit fix debug implement let stop wait watch listen bring turn cut cook bake heat boil simmer serve enjoy season drain rinse combine whisk spread cover remove repeat shortlist offer join share click subscribe retweet follow donate volunteer vote fight stay wash wear protect demand support send put pick hire talk speak stand imagine monitor track test measure update maintain store clean dry store limit stick break divide multiply chop fry slice peel grate knead grill roast soak blend marinate garnish sprinkle toss squeeze wipe scrub fold hang sew trim attach connect plug unplug scan swipe tap hold drag scroll refresh reload reboot restart reset log sign register reserve pack unpack invite introduce mention highlight underline fill draw sketch outline brainstorm memorize revise rehearse meditate inhale exhale stretch relax repeat dial mash dissolve strain crush insert eject rotate tighten loosen',
  comparative:
    'more less fewer higher lower larger smaller bigger greater better worse older younger longer shorter faster slower cheaper stronger weaker earlier later than twice half compared versus vs unlike exceed exceeds outnumber equal equivalent same as similar',
  superlative:
    'most least highest lowest largest smallest biggest greatest best worst oldest youngest longest shortest fastest slowest first last only record ever leading top unprecedented historic tallest richest poorest deadliest',
  numberWord:
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion trillion hundreds thousands millions billions trillions dozen dozens half third quarter quarters fourth fifth second double triple zero',
  quantifier:
    'all every each many most some few several majority minority none any both number numbers rate rates percentage proportion total average amount share',
  unit: 'percent percentage pct dollars dollar cents euros euro pounds yen won rupees years year months month weeks week days day hours hour minutes seconds miles mile kilometers kilometres km meters metres m feet foot inches acres tons tonnes kg grams mg liters litres degrees celsius fahrenheit people americans citizens residents workers jobs students children families patients cases deaths votes troops soldiers voters women men teachers schools companies businesses homes units seats points copies species',
  calendar:
    'january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday spring summer autumn winter bc ad bce ce',
  time: 'today yesterday tonight tomorrow now currently recently ago since until year years month week decade decades century centuries last past next previous previously former formerly annual annually daily weekly monthly yearly early late earlier later already never always',
  question: "what who whom whose why how when where which what's who's how's where's",
  negation:
    "not no never none n't nothing nobody neither nor without isn't aren't wasn't weren't don't doesn't didn't won't can't cannot couldn't shouldn't wouldn't hasn't haven't hadn't ain't",
  condition:
    'if unless whether imagine suppose supposing assuming provided otherwise hypothetically would once',
  title:
    'president governor senator representative congressman congresswoman secretary minister chancellor mayor king queen prince princess pope general colonel captain judge justice attorney director ceo chairman chairwoman founder professor doctor dr mr mrs ms sir officer chief leader candidate actor actress singer author writer player coach scientist researcher researchers scientists experts officials',
  institution:
    'congress senate house court parliament commission committee council agency department ministry bureau bank university college institute school hospital company corporation inc corp party union association organization foundation administration government federal state national county city legislature army navy police military nato un eu who cdc fda fbi cia nasa law act bill amendment constitution budget tax taxes program programs policy treaty study studies survey data statistics census poll polls evidence',
  causal:
    'because cause causes caused causing due owing leads lead led result results resulted resulting therefore thus hence consequently since reason reasons contributes contributed effect effects impact prevents prevent prevented triggers triggered',
  rhetoric:
    'future dream dreams hope hopes spirit courage opportunity opportunities challenge challenges promise promises faith values value freedom liberty together dignity prosperity greatness destiny vision journey path commitment responsibility duty determination moment america american god bless heart hearts soul folks friends fellow ladies gentlemen truth change progress strength unity justice peace politics',
  intensifier:
    'very really so truly simply just absolutely totally completely extremely incredibly quite pretty super literally actually definitely certainly surely indeed especially particularly deeply highly utterly',
  assistant:
    "language model ai assistant chatbot openai cannot unable apologize apologies sorry assist help happy glad feel free let know certainly sure here's here hope helps knowledge cutoff information provide consult professional advice question questions answer",
  fiction:
    'once upon story stories tale dragon dragons princess wizard witch magic magical kingdom castle knight elf elves fairy ghost vampire spaceship alien whispered sighed smiled grinned laughed nodded shrugged moonlight shadows gently softly',
  subjectNoun:
    'thing things way ways people person someone somebody everyone everybody anyone anybody nobody others point part reason example examples step steps tip tips option options idea ideas',

  /** Adverbs that open a sentence without saying anything of its kind; what follows them does. */
  discourse:
    'however additionally furthermore moreover finally then also next first second third lastly firstly secondly meanwhile therefore thus hence consequently similarly likewise instead otherwise overall and but so or now well actually basically besides nevertheless nonetheless still plus please just',
} as const;

export type WordClass = keyof typeof LISTS;

/** In this order a word's main class is chosen; a class's number is its place. */
export const WORD_CLASSES = Object.keys(LISTS) as readonly WordClass[];

/** @returns the words of a class. */
export function wordsOf(wordClass: WordClass): readonly string[] {
  return LISTS[wordClass].split(' ');
}
