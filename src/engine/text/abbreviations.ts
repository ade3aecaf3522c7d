/**
 * Abbreviations, by what a dot behind them can mean, in twelve languages. Those of numbers are CLDR's, as `Intl` gives them
 * (a test holds the two together), as they are written with a dot besides; those of other languages than English are for
 * the most part of CLDR's sentence break suppressions, without what is a word too. Lower case, without the last dot. Many are everyday words as well; what distinguishes the two
 * (how the word is written, and the words beside it) is read in `find-sentence-end.ts`.
 */
function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** Stand before what they belong to, so never end a sentence. */
export const LEADING = words(
  'av mr mrs ms mx dr prof gen col maj capt cpt cmdr lt sgt cpl pvt adm brig sen rep gov pres hon rev fr st ste mt ft messrs mme mlle sr sra srta dra hr frl dipl ing e.g i.e eg ie cf viz vs v z.b d.h u.a bzw ca approx est supt insp atty asst assoc a.k.a p.s vgl env डॉ प्रो श्री د م أ' +
    // German
    ' tgl tägl mtl jhrl inkl exkl einschl ausschl zzgl abzgl ggf ggfs evtl eigtl entspr sog urspr insbes ehem allg bzgl hrsg hrn zus vorauss' +
    // Dutch, Polish
    ' bijv resp incl excl zgn dhr mevr o.a d.w.z m.b.t np tzw tj tzn ul św inż mgr m.in wg godz' +
    // French, Spanish, Portuguese, Italian, Turkish
    ' p.ex éd aprox p.ej avda sres drs exmo exma próx dott sigg sig avv ud uds p.es doç bkz örn yy',
);
/** Behind a number they count it: the sentence ends with them only where the next word is one that begins sentences. */
export const SCALES = words(
  'mio mrd bio tsd mill mia mln mld bln tys mlr mlrd mn bn tn mr mi bi tri mil md pct proz रु क करोड़ लाख',
);
/** Titles and ranks of `LEADING` that are everyday words too, where they are not capitalized. */
export const LOWER_TITLES = words('gen col rep rev hon');
/** End no sentence where a number follows. */
export const NUMBERED = words(
  'no nos nr num pp p vol vols fig figs eq eqs sec ch chap art par para ver vers op bd abb tab cap núm n° jan feb mar apr jun jul aug sep sept oct nov dec max min avg tel ext apt rte hwy okt dez janv févr avr juil août déc fev abr abs ok lt gem rs',
);
/** Those of `NUMBERED` that are everyday nouns too, where they are not capitalized. */
export const NUMBERED_NOUNS = words('sec fig art par op tab cap abs ok');
/** End a sentence only where the next word is one that begins sentences. */
export const TRAILING = words(
  'inc ltd co corp llc plc bros jr sr esq dept univ assn intl govt ave blvd rd hwy apt tel ext min max avg usw ph.d m.d b.a m.a b.sc m.sc d.c a.m p.m a.d b.c',
);
/** Those of `TRAILING` that are everyday words too, where they are not capitalized. */
export const LOWER_TRAILING = words('apt max min');
/** Behind a number they are a measure, which ends a sentence like any other word. */
export const UNITS = words('mph kg km cm mm ms oz lb lbs ft hr hrs min sec r');
export const WEEKDAYS = words('mon tue tues wed thu thur thurs fri sat sun');
export const MONTHS = words('jan feb mar apr jun jul aug sep sept oct nov dec');
export const WHOLE_MONTHS = words(
  'january february march april may june july august september october november december',
);

/** Months of languages that write `3. Mai`. */
export const ORDINAL_MONTHS = words('januar februar märz marts mai maj juni juli oktober dezember desember');
/** Behind a number they end a sentence like any other word, where no date or time zone goes on. */
export const TIMES = words('a.m p.m b.c a.d b.c.e c.e');
export const TIME_ZONES = words('eastern pacific central mountain greenwich local');
/** What follows them is a letter, and no initial. */
export const LETTERED = words(
  'vitamin vitamins hepatitis influenza plan grade class type category appendix option an',
);
/** They begin a sentence even in lower case. */
export const SUBJECTS = words('i he she it they we there');
/** A line that ends with one of them was wrapped. */
export const JOINING = words(
  'a an the of in on at by for from to with and or under into over between his her its their',
);

/** Words that begin sentences, rarely names. */
export const SENTENCE_STARTERS = words(
  'a an the this that these those it its he his she her they their we our you your i my and but or so if in on at by for from to as with after before during since while when where why what which who how there here however although though because also both each every no not yes many most some several then thus therefore moreover furthermore meanwhile today yesterday nobody everyone everybody someone something nothing everything none neither either few another such once only now later soon perhaps maybe despite unlike according is are was were do does did can could will would should may might let please thanks der die das ein eine er sie es wir ich und aber wenn in im am el la los las un una le les il elle un une',
);
/** Those of them that a date or a place may go on with. */
export const PREPOSITIONS = words('in on at by for from to as with and or am im');
/** Words that a date at a sentence's beginning begins with. */
export const OPENING = words(
  'in on at by since until till from during before after around about early late mid last next',
);
/** Before `5. ` these make it an ordinal (German, and languages that write dates like it). */
export const BEFORE_ORDINAL = words(
  'am der die das den dem des vom im zum zur bis und ab seit jeden sein seine seinen seinem seiner ihr ihre ihren ihrem ihrer mein unser ein einen einem einer dnia od do w dne den og på',
);
/** What stands behind them is a noun, and no title or number of something. */
export const BEFORE_NOUN = words(
  'a an one this that each every some any another my your his her its our their more next last new modern first second',
);
/** What they say may be "no". */
export const BEFORE_NO = words('said say says saying answered answers replied replies voted votes vote');
