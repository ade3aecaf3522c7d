/** What the sandbox's lexical rule knows of one sentence. */

export interface Words {
  readonly text: string;
  /** Every word, in lower case. */
  readonly whole: ReadonlySet<string>;
  /** Beginnings of the words that say something, and whether they stand under a "not". */
  readonly stems: ReadonlyMap<string, boolean>;
  /** Those of names. */
  readonly names: ReadonlySet<string>;
  /** Those before the first verb that is known here. */
  readonly subject: ReadonlySet<string>;
  /** As they are written, thousands unmarked, and whether they stand under a "not". */
  readonly numbers: ReadonlyMap<string, boolean>;
  /** The parts between commas and semicolons; none of a part itself. */
  readonly clauses: readonly Words[];
}

const EMPTY = new Set(
  `a about after all also an and any are as at be been before being between both but by can could did do does during
  each either for from had has have he her his how i if in into is it its just like many may might more most much
  of on once one only or other our out over own people same she should so some such than that the their them then
  there these they this those through to too under until up upon very was we were what when where which while who
  whom whose why will with within would you your der die das den dem des ein eine einen einem einer und oder ist
  sind war waren wird werden hat haben im in an am auf aus bei mit nach von vom zu zum zur für über als auch le la
  les un une des du de et ou est sont était dans sur par pour avec au aux el los las una uno y o es son era fue en
  del al con por para il lo gli di da che`.split(/\s+/),
);
const VERBS = new Set(
  `is are was were be has have had can cannot could will would does do did may ist sind war hat est sont était es son
  era fue`.split(/\s+/),
);
const DENIES =
  /^(?:not|no|never|none|nobody|nothing|nor|neither|cannot|without|nicht|kein\w*|nie|niemals|ohne|pas|jamais|aucun\w*|sans|nunca|ningun\w*|sin|non|senza)$/u;
/** Before "n't"; "won" by itself is another word. */
const CONTRACTED =
  /^(?:isn|aren|wasn|weren|don|doesn|didn|hasn|haven|hadn|won|wouldn|couldn|shouldn|can)['’]t\b/iu;
const NUMBERS: Readonly<Record<string, string>> = {
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
  eleven: '11',
  twelve: '12',
  hundred: '100',
  thousand: '1000',
};
const WORD = /\p{N}[\p{N}.,]*\p{N}|[\p{L}\p{N}\p{M}]+|[,;:]/gu;

/** What is told in another form of the word, or in another word that says the same. */
const SAME: Readonly<Record<string, string>> = {
  visible: 'see',
  seen: 'see',
  won: 'win',
  wins: 'win',
  wrote: 'write',
  written: 'write',
  made: 'make',
  built: 'build',
  sank: 'sink',
  fell: 'fall',
  began: 'begin',
};

function stemOf(word: string): string {
  return SAME[word] ?? (word.length > 5 ? word.slice(0, 5) : word.replace(/(?<=..)s$/u, ''));
}

export function readWords(text: string): Words {
  const parts = text.split(/[,;:](?!\p{N})/u);
  return { ...readPart(text), clauses: parts.map((part) => ({ ...readPart(part), clauses: [] })) };
}

function readPart(text: string): Omit<Words, 'clauses'> {
  const whole = new Set<string>();
  const stems = new Map<string, boolean>();
  const names = new Set<string>();
  const subject = new Set<string>();
  const numbers = new Map<string, boolean>();
  let first = true;
  let denied = false;
  let beforeVerb = true;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const lower = word.toLowerCase();
    if (/^[,;:]$/.test(word)) {
      denied = false;
      continue;
    }
    whole.add(lower);
    const number = /^\p{N}/u.test(word) ? lower.replace(/[.,](?=\p{N}{3}(?!\p{N}))/gu, '') : NUMBERS[lower];
    if (number !== undefined) {
      numbers.set(number, (numbers.get(number) ?? true) && denied);
    } else if (DENIES.test(lower) || CONTRACTED.test(text.slice(index, index + 12))) {
      denied = true;
    } else if (lower.length > 1 && !EMPTY.has(lower)) {
      const stem = stemOf(lower);
      // Said plainly once, it is said.
      stems.set(stem, (stems.get(stem) ?? true) && denied);
      if (/^\p{Lu}/u.test(word) && !first) names.add(stem);
      if (beforeVerb) subject.add(stem);
    }
    if (VERBS.has(lower)) beforeVerb = false;
    first = false;
  }
  // Without a verb that is known, where the subject ends is not.
  if (beforeVerb) subject.clear();
  return { text, whole, stems, names, subject, numbers };
}
