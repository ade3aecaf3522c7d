/**
 * Words that mean a day, a month or a year by that of the text: "yesterday", "vor drei Wochen", "去年". Those that `Intl` writes
 * are CLDR's; beside them stand forms that CLDR does not write.
 */

export type Unit = 'day' | 'week' | 'month' | 'year';

/** How far from the day of the text: -1 of `day` is the day before. */
export interface Distance {
  readonly unit: Unit;
  readonly count: number;
}

interface Ago {
  readonly pattern: RegExp;
  /** The pattern matches only where one of them stands. */
  readonly signs: readonly string[];
  readonly unit: Unit;
}

export interface RelativeWords {
  /** By the phrase, as it stands within a sentence; the longest first. */
  readonly fixed: ReadonlyMap<string, Distance>;
  /** Matches "3 weeks ago", its number as the first group that is there. */
  readonly ago: readonly Ago[];
  /** "three". */
  readonly numbers: ReadonlyMap<string, number>;
}

const UNITS: readonly Unit[] = ['day', 'week', 'month', 'year'];
const SAMPLES = [1, 2, 3, 5];

/** Words for one (several where it has genders), two, up to ten; joined by `/` where one number has several. */
const NUMBERS: Readonly<Record<string, string>> = {
  en: 'a/an/one two three four five six seven eight nine ten',
  de: 'einem/einer/ein zwei drei vier fünf sechs sieben acht neun zehn',
  fr: 'un/une deux trois quatre cinq six sept huit neuf dix',
  es: 'un/una dos tres cuatro cinco seis siete ocho nueve diez',
  it: 'un/una due tre quattro cinque sei sette otto nove dieci',
  pt: 'um/uma dois/duas três quatro cinco seis sete oito nove dez',
  nl: 'een twee drie vier vijf zes zeven acht negen tien',
  pl: 'jeden dwa/dwie trzy cztery pięć sześć siedem osiem dziewięć dziesięć',
  tr: 'bir iki üç dört beş altı yedi sekiz dokuz on',
  zh: '一 两/二 三 四 五 六 七 八 九 十',
};

/** What CLDR does not write: `phrase=count unit`. */
const FURTHER: Readonly<Record<string, string>> = {
  en: 'the day before yesterday=-2 day;the day after tomorrow=2 day;last night=-1 day;tonight=0 day;this morning=0 day;this afternoon=0 day;this evening=0 day;earlier today=0 day',
  de: 'gestern Abend=-1 day;im vergangenen Jahr=-1 year;vergangenes Jahr=-1 year;voriges Jahr=-1 year;im letzten Jahr=-1 year;im vorigen Jahr=-1 year;in diesem Jahr=0 year;im kommenden Jahr=1 year;im nächsten Jahr=1 year;im vergangenen Monat=-1 month;im letzten Monat=-1 month;in diesem Monat=0 month;im nächsten Monat=1 month',
  fr: 'hier soir=-1 day;ce matin=0 day;ce soir=0 day;l’an dernier=-1 year;l’an passé=-1 year;l’année passée=-1 year;l’an prochain=1 year;ce mois=0 month',
  es: 'anoche=-1 day;antier=-2 day;esta mañana=0 day;el mes próximo=1 month;el año próximo=1 year;el año que viene=1 year',
  it: 'stamattina=0 day;stasera=0 day;lo scorso anno=-1 year;lo scorso mese=-1 month;l’anno prossimo=1 year',
  pt: 'ontem à noite=-1 day;esta manhã=0 day;mês que vem=1 month;ano que vem=1 year',
  nl: 'gisteravond=-1 day;vanochtend=0 day;vanavond=0 day;afgelopen jaar=-1 year;afgelopen maand=-1 month',
  pl: 'w ubiegłym roku=-1 year;w ubiegłym miesiącu=-1 month;dziś=0 day',
  tr: 'geçtiğimiz yıl=-1 year;geçen sene=-1 year;bu sabah=0 day;önümüzdeki yıl=1 year',
  ar: 'العام الماضي=-1 year;هذا العام=0 year;العام المقبل=1 year;العام القادم=1 year;الشهر المقبل=1 month',
  hi: 'पिछले वर्ष=-1 year;पिछले साल=-1 year;इस साल=0 year;अगले वर्ष=1 year;अगले साल=1 year;पिछले महीने=-1 month;इस महीने=0 month;अगले महीने=1 month',
  zh: '上月=-1 month;这个月=0 month;下月=1 month;昨晚=-1 day;今早=0 day;今晚=0 day',
};

/** They mean something else as often: "mañana" and "morgen" are mornings, "कल" is yesterday and tomorrow. */
const AMBIGUOUS: ReadonlySet<string> = new Set(['mañana', 'morgen', 'कल', 'परसों']);

const known = new Map<string, RelativeWords>();

/** @returns the words of a language, as a tag; `undefined` for one that is not known. */
export function relativeWords(language: string): RelativeWords | undefined {
  if (!(language in FURTHER)) return undefined;
  const before = known.get(language);
  if (before !== undefined) return before;
  const words = readWords(language);
  known.set(language, words);
  return words;
}

function readWords(language: string): RelativeWords {
  const usual = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const fixed = new Map<string, Distance>();
  for (const unit of UNITS) {
    for (const count of unit === 'day' ? [-2, -1, 0, 1, 2] : [-1, 0, 1]) {
      const phrase = usual.format(count, unit);
      if (!/\p{N}/u.test(phrase) && !AMBIGUOUS.has(phrase)) fixed.set(phrase, { unit, count });
    }
  }
  for (const line of FURTHER[language]!.split(';')) {
    const [, phrase, count, unit] = /^(.+)=(-?\d) (\w+)$/.exec(line) as unknown as [
      string,
      string,
      string,
      Unit,
    ];
    fixed.set(phrase, { unit, count: Number(count) });
  }
  const numbers = numbersOf(language);
  const written = [...numbers.keys()].join('|');
  const exact = new Intl.RelativeTimeFormat(language, { numeric: 'always' });
  const number = String.raw`(\p{Nd}{1,2}${written === '' ? '' : `|${written}`})`;
  const ago = UNITS.map((unit) => {
    const forms = SAMPLES.map((count) => exact.formatToParts(-count, unit)).filter((parts) =>
      parts.some(({ type }) => type === 'integer'),
    );
    const patterns = forms.map((parts) =>
      parts.map(({ type, value }) => (type === 'integer' ? number : literal(value))).join(''),
    );
    const signs = forms.map((parts) => parts.findLast(({ type }) => type === 'literal')?.value ?? '');
    return { pattern: bounded([...new Set(patterns)].join('|')), signs: [...new Set(signs)], unit };
  });
  const byLength = [...fixed].sort(([a], [b]) => b.length - a.length);
  return { fixed: new Map(byLength), ago, numbers };
}

function numbersOf(language: string): ReadonlyMap<string, number> {
  const lists = NUMBERS[language]?.split(' ') ?? [];
  return new Map(lists.flatMap((forms, at) => forms.split('/').map((form) => [form, at + 1] as const)));
}

/** As whole words, but in scripts that have no blanks between them. */
function bounded(pattern: string): RegExp {
  return new RegExp(
    String.raw`(?<![\p{L}\p{M}\p{N}](?<!\p{Script=Han}))(?:${pattern})(?![\p{L}\p{M}\p{N}](?<!\p{Script=Han}))`,
    'gu',
  );
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replace(/[\s\u00a0\u202f]+/g, ' ');
}
