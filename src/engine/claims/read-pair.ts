/** Lines that name a property and its value, as fact sheets and answers write them: "Height: 8,849 m". */
import { freeSpacing } from '../text/free-spacing.ts';
import { FINITE } from './read-subject.ts';

export interface Pair {
  readonly key: string;
  readonly value: string;
}

/** A longer value is prose. UTF-16 units. */
const LONGEST_VALUE = 160;
/** The colon stands within so many units. */
const LONGEST_KEY = 62;
const MOST_WORDS = 7;
const LINE = /^((?:[^:：.!?"“”«»\n]|\.(?= ?[\p{Ll}\d])){1,60}?) ?(?:: +|：\s*)(?=\S)/u;
const HAS_LETTER = /\p{L}/u;
/** The value is a sentence of its own: it has a finite verb behind its subject. */
const SENTENCE = new RegExp(
  String.raw`^[^,;]*[\p{L}\p{N})] (?:${FINITE})|^(?:There|This|These|Those|They|We|You|I|It|He|She)(?: |['’])`,
  'u',
);
const ENDS = /[.!?…。！？؟।][”"’»)\]]*$/u;
/** As fact sheets are written without a colon: "Free cash flow $611m", "Weight 228 g". A sum or a measure shows it, a number does not. */
const BARE = freeSpacing('u')`
  ^(?<key>\p{L}[\p{L}\p{M}.’'/&-]*(?: [\p{L}&][\p{L}\p{M}.’'/&-]*){0,3})[ ]
  (?<value>
    [~≈+−-]?(?:
      (?:[$€£¥₹]|(?:US|A|C|NZ)\$|(?:USD|EUR|GBP|CHF)[ ])\d[\d.,]*(?:[–-]\d[\d.,]*)?(?:[ ]?(?:k|m|mn|bn|b|tn|million|billion|trillion)\b)?
      |\d[\d.,]*(?:[–-]\d[\d.,]*)?(?:
        [ ]?(?:%|‰|°[ ]?[CF]?|x|×|€|£|k?m²|m³)
        |[ ]?(?:[GMkT]B|mAh|[kMG]?Wh?|[kMG]?Hz|V|MP|nits|px|[kmµ]?g|t|lbs?|oz|[kcm]?m|ft|in|mi|km/h|mph|[mc]?l|L|kcal|kJ|cal|ppm|pp|bps
          |h|hours?|min|minutes|s|sec|seconds|days|weeks|months|years|million|billion|people|euros?|dollars?)(?![\p{L}\d])
      )
    )
    (?:(?:,|[ ]?\(|;).*)?
  )$
`;
/** They end no name of a property: "Weighs 228 g", "Profit up 12 %". */
const NO_KEY = new RegExp(
  freeSpacing('u')`
    (?:^|[ ])(?:
      (?:${FINITE})|\p{Ll}+(?:(?<!e)ed|(?<!park|rat|shipp|spend|heat|hous|light)ing)|up|down|by|to|of|in|at|on|over|under|about|around|from|for|only|just|nearly|almost|than|and|or
      |with|the|an?|every|each|last|next|after|before|within|until|till|plus|minus|not|no|is|are|be|page|step|room
      |(?:weigh|cost|last|measure|get|take|earn|pay|hold|stay|reach|rise|charge|add|save|need|want|gain|lose|run|walk|drive|drink|eat|burn|spend)s?
    )$
  `.source,
  'iu',
);

/** In a sentence of so many words the colon introduces another. */
const SENTENCE_WORDS = 4;
/** It stands for a value that is missing: "–", "____". */
const BLANK = /^[^\p{L}\p{N}]*$/u;

/**
 * @param line one line or sentence; marks of emphasis in it do not count.
 * @returns the property and its value, `undefined` where the line is anything else: what stands behind its colon is a
 *   sentence, a question, or nothing.
 */
export function readPair(line: string): Pair | undefined {
  if (!hasNear(line, ':') && !hasNear(line, '：')) return readBare(line);
  const plain = /[*_`]/.test(line) ? line.replace(/\*{1,3}|__|`/g, '').trim() : line;
  const found = LINE.exec(plain);
  if (found === null) return undefined;
  const key = found[1]!;
  const value = plain.slice(found[0].length).trim();
  if (value.length > LONGEST_VALUE || !HAS_LETTER.test(key) || key.split(' ').length > MOST_WORDS)
    return undefined;
  if (BLANK.test(value) || /[?？؟]$/.test(value)) return undefined;
  if (ENDS.test(value) && value.split(' ').length >= SENTENCE_WORDS) return undefined;
  return SENTENCE.test(value) ? undefined : { key, value };
}

function readBare(line: string): Pair | undefined {
  if (line.length > LONGEST_KEY || ENDS.test(line) || !/\d/.test(line)) return undefined;
  const found = BARE.exec(line.replace(/\*{1,3}|__|`/g, ''));
  if (found === null) return undefined;
  const { key, value } = found.groups as { key: string; value: string };
  return NO_KEY.test(key) ? undefined : { key, value };
}

/** A look that costs little: most lines have no colon at all. */
function hasNear(line: string, colon: string): boolean {
  const at = line.indexOf(colon);
  return at >= 0 && at < LONGEST_KEY;
}

/** "Height" → "height", but "CEO", "pH". */
export function lowered(key: string): string {
  return /^\p{Lu}\p{Ll}*(?![\p{L}])/u.test(key) ? key[0]!.toLowerCase() + key.slice(1) : key;
}

/**
 * @param of what has the property, where it is named.
 * @returns a pair as an English sentence, such as the detector can judge.
 */
export function assertPair({ key, value }: Pair, of?: string): string {
  const owner = of === undefined ? '' : ` of ${of}`;
  return `The ${lowered(key)}${owner} is ${value.replace(/\.$/, '')}.`;
}
