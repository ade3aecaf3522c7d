/**
 * Whose words a sentence says it repeats, and when they were said: "…, said Mayor Jane Doe on Monday.", "According to Reuters, …".
 * Names alone count: of "officials" or "the report" nobody could say who they are.
 */
import { freeSpacing } from '../text/free-spacing.ts';
import { isPersonNoun, mayBePerson } from './find-names.ts';

export interface Attribution {
  /** A name as it stands there, or a pronoun in lower case: `she`. */
  readonly speaker: string;
  readonly time?: string | undefined;
  /** Whether the words stand in quotation marks. */
  readonly quoted: boolean;
}

/** Words of saying and of naming a source. Each list is of alternatives of a pattern. */
interface Words {
  /** Past and present of what stands behind a quotation or before it. */
  readonly says: string;
  /** The same where a clause follows them: "said that". */
  readonly saysThat: string;
  /** "According to ", with its blank. */
  readonly source: string;
  /** Whether nouns are written like names. */
  readonly capitalized?: true;
}

const WEEKDAY = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day';
const MONTH = 'January|February|March|April|May|June|July|August|September|October|November|December';
const DAY = freeSpacing('u')`
  (?:
    ${WEEKDAY}
    |\d{1,2} (?:${MONTH})(?: \d{4})?
    |(?:${MONTH}) \d{1,2}(?:, \d{4}|\b)
    |yesterday|last (?:night|week|month|year)
  )
`.source;

const WORDS: Readonly<Record<string, Words>> = {
  en: {
    says: 'said|says|wrote|writes|tweeted|posted|explained|explains|added|adds|stated|states|claimed|claims|warned|warns|argued|argues|insisted|insists|noted|notes|announced|declared|reported|reports|confirmed|estimates|estimated|told(?: \\p{L}+){1,3}?',
    saysThat: String.raw`(?:said|says|wrote|writes|tweeted|posted|explained|explains|stated|states|claimed|claims|warned|warns|argued|argues|insisted|insists|noted|notes|announced|declared|reported|reports|confirmed|estimates|estimated)(?: (?:on )?(?<on>${DAY}))? that|told (?:the )?(?:\p{L}+ ){1,3}?(?:(?:on )?(?<told>${DAY}) )?that|(?:said|says|claims|claimed) (?=(?:the|an?|he|she|it|they|we|his|her|its|their|there|in|on|\p{Lu}\p{L}+|[$€£]?\p{N}+)\b.* (?:is|are|was|were|has|have|had|will|would|could|can|\p{Ll}{3,}ed)\b)`,
    source: '[Aa]ccording to (?:the )?',
  },
  de: {
    says: 'sagte|sagt|schrieb|schreibt|erklärte|erklärt|behauptete|behauptet|betonte|warnte|teilte|so',
    saysThat:
      '(?:sagte|sagt|schrieb|schreibt|erklärte|erklärt|behauptete|behauptet|betonte|warnte)(?: am \\p{L}+| \\p{N}{4})?, ',
    source: '[Ll]aut |[Nn]ach Angaben (?:von |des |der )',
    capitalized: true,
  },
  fr: {
    says: '(?:a |avait )?(?:dit|déclaré|affirmé|expliqué|écrit|assuré|annoncé)|dit|affirme|explique|assure|écrit',
    saysThat:
      "(?:(?:a |avait )?(?:dit|déclaré|affirmé|expliqué|écrit|assuré|annoncé)|affirme|explique|assure|écrit|dit) qu[e’']",
    source: '[Ss]elon (?:l’|le |la |les )?|[Dd]’après (?:l’|le |la |les )?',
  },
  es: {
    says: 'dijo|dice|afirmó|afirma|declaró|explicó|aseguró|escribió|señaló|anunció',
    saysThat: '(?:dijo|dice|afirmó|afirma|declaró|explicó|aseguró|escribió|señaló|anunció) que',
    source: '[Ss]egún (?:el |la |los |las )?',
  },
  it: {
    says: '(?:ha )?(?:detto|dichiarato|affermato|spiegato|scritto|annunciato)|dice|afferma|spiega|disse',
    saysThat:
      '(?:(?:ha )?(?:detto|dichiarato|affermato|spiegato|scritto|annunciato)|dice|afferma|sostiene) che',
    source: '[Ss]econdo (?:l’|il |la |i |gli |le )?',
  },
  pt: {
    says: 'disse|diz|afirmou|afirma|declarou|explicou|escreveu|anunciou|garantiu',
    saysThat: '(?:disse|diz|afirmou|afirma|declarou|explicou|escreveu|anunciou|garantiu) que',
    source: '[Ss]egundo (?:o |a |os |as )?|[Dd]e acordo com (?:o |a |os |as )?',
  },
  nl: {
    says: 'zei|zegt|schreef|schrijft|verklaarde|meldde|aldus',
    saysThat: '(?:zei|zegt|schreef|schrijft|verklaarde|meldde) dat',
    source: '[Vv]olgens (?:de |het )?',
  },
  pl: {
    says: 'powiedział|powiedziała|stwierdził|stwierdziła|napisał|napisała|oświadczył|oświadczyła|dodał|dodała|mówi',
    saysThat:
      '(?:powiedział|powiedziała|stwierdził|stwierdziła|napisał|napisała|oświadczył|oświadczyła),? że',
    source: '[Ww]edług |[Zz]daniem ',
  },
};

const WORD = String.raw`(?:(?:\p{Lu}\.){2,}|\p{Lu}[\p{L}\p{N}’'-]*\.?)`;
/** A name in its form: "Jane Doe", "World Health Organization", "Lula da Silva". */
const NAME = `${WORD}(?: (?:(?:of|for|the|de|da|do|dos|del|di|van|von|der|den|du|la|al|bin) ){0,3}${WORD}){0,6}`;
/** What may stand between a name and its verb. */
const BEFORE_VERB = String.raw`(?:,[^,"“”„«»]{2,80},| \([^()]{1,40}\))?(?: (?:also|later|then|recently|once|has|had|have|hat|haben|heeft|ha|tem)){0,2} `;
const CLOSED = String.raw`["”»“’'](?:,|\.|!|\?)?| [–—-]|[,]`;

interface Patterns {
  /** "…”, said NAME" */
  readonly inverted: RegExp;
  /** "…,” NAME said" */
  readonly behind: RegExp;
  /** "NAME said that …", "NAME said: “…" */
  readonly before: RegExp;
  /** "According to NAME, …", "…, according to NAME." */
  readonly source: RegExp;
}

const built = new Map<string, Patterns>();

function patternsOf(language: string): Patterns | undefined {
  const words = WORDS[language];
  if (words === undefined) return undefined;
  let patterns = built.get(language);
  if (patterns === undefined) {
    const { says, saysThat, source } = words;
    const who = `(?<name>${NAME}${language === 'en' ? '|(?<![\\p{L}])(?:he|she)(?!\\p{L})' : ''})`;
    const when = language === 'en' ? `(?: (?:on )?(?<time>${DAY}))?` : '';
    const lead = String.raw`^(?:(?:In|On|At|Im|Am|En|Em|Nel|W) [^,"“”]{2,40}, )?(?:The |\p{Lu}\p{Ll}+ (?:\p{Ll}+ ){1,2}(?=${WORD} ${WORD} ))?`;
    patterns = {
      inverted: new RegExp(
        String.raw`(?<mark>${CLOSED}) (?:${says})${when} (?:(?:the|der|die|le|la|el|il|o|a|de) )?(?:[\p{Ll}-]+ ){0,3}?${who}${when.replace('time', 'later')}(?=[,.;:!?]|$| (?:in|on|at|to|during|after|who|am|im|en|à|le)(?!\p{L}))`,
        'u',
      ),
      behind: new RegExp(
        String.raw`(?<mark>["”»“]),? (?:(?:The|the) )?(?:[\p{Ll}-]+ ){0,3}?${who}${BEFORE_VERB}(?:${says})(?!\p{L})${when}`,
        'u',
      ),
      before: new RegExp(
        `${lead}${who}${BEFORE_VERB}(?:(?:${saysThat})|(?:${says})${when},? ?(?<mark>[:,]? ?["“„«]))`,
        'u',
      ),
      source: new RegExp(`(?:^|[,(] )(?:${source})${who}(?=[,.)]|$${words.capitalized ? '| ' : ''})`, 'u'),
    };
    built.set(language, patterns);
  }
  return patterns;
}

/** A label before a quotation: "Sen. Falk (D-OH): “…”". */
const LABELLED = new RegExp(String.raw`^(?<name>${NAME})(?: \([^()]{1,20}\))?: ["“„«]`, 'u');
/** What is shouted before a quotation, and a single word, is its subject as often. */
function labelIn(sentence: string): RegExpExecArray | null {
  const label = LABELLED.exec(sentence);
  const { name = '' } = (label?.groups ?? {}) as Record<string, string | undefined>;
  return mayBePerson(name) && name !== name.toUpperCase() ? label : null;
}

const PUT_IT = new RegExp(String.raw`^As (?:the )?(?<name>${NAME}) (?:put|puts) it\b`, 'u');
const QUOTATION = /["”»“]/;
/** They begin sentences, and are nobody's names. */
const NOBODY = freeSpacing('u')`
  ^(?:
    The|A|An|This|That|These|Those|It|He|She|They|We|You|I|Who|What|One|Some|Many|Most|All|Others?|Both|Each|No|None
    |(?:No|Every|Some|Any)(?:body|one|thing)|People|Police|Officials|Experts|Critics|Sources|Researchers|Scientists
    |Studies|Research|Legend|History|Tradition|Government|Congress|Law|Reports?|Data|Figures|Today|Yesterday|Here|There
    |And|But|Or|So|If|As|Like|When|While|Later|Then|Also|First|Second|Third|Next|Finally|Media|Er|Sie|Es|Wir|Man
    |Il|Elle|On|Ils|Elles|Él|Ella|Ellos|Ele|Ela|Eles|Elas|Lui|Lei|Hij|Zij|Ona|Respondeu|Respondió
    |${WEEKDAY}
    |${MONTH}
  )$
`;
const ACRONYM = /^\p{Lu}[\p{Lu}\p{N}]+$/u;

/**
 * @param sentence of a claim. @param language as a tag.
 * @param isKnown whether a single name is one that the text has named.
 */
export function findAttribution(
  sentence: string,
  language: string,
  isKnown: (name: string) => boolean = () => false,
): Attribution | undefined {
  const patterns = patternsOf(language);
  if (patterns === undefined) return undefined;
  const marked = QUOTATION.test(sentence);
  const match =
    patterns.inverted.exec(sentence) ??
    (marked ? patterns.behind.exec(sentence) : null) ??
    patterns.before.exec(sentence) ??
    (language !== 'en' || sentence.includes('ccording to ') ? patterns.source.exec(sentence) : null) ??
    (marked ? labelIn(sentence) : null) ??
    (sentence.startsWith('As ') ? PUT_IT.exec(sentence) : null);
  const name = match?.groups?.name?.replace(/(?<=\p{Ll}|\p{Lu}{2})[.’']+$|['’]s$/u, '');
  if (!match || name === undefined) return undefined;
  const { mark, time, later, on, told } = match.groups as Record<string, string | undefined>;
  const quoted = /["”»“„«]/.test(mark ?? '') || LABELLED.test(sentence);
  const opens = sentence.startsWith(name) && !quoted;
  if (!isNamed(name, language, opens, isKnown)) return undefined;
  return { speaker: name, time: time ?? later ?? on ?? told, quoted };
}

function isNamed(
  name: string,
  language: string,
  opens: boolean,
  isKnown: (name: string) => boolean,
): boolean {
  if (name === 'he' || name === 'she') return true;
  // "As I said", "Lorsqu'on dit"
  if (/(?:^| )I$|['’]\p{Ll}{2}/u.test(name)) return false;
  if (name.includes(' ')) return !NOBODY.test(name.slice(0, name.indexOf(' ')));
  if (NOBODY.test(name)) return false;
  if (ACRONYM.test(name) || isKnown(name)) return true;
  if (WORDS[language]!.capitalized) return false;
  return !opens || !(name.endsWith('s') || isPersonNoun(name.toLowerCase()));
}
