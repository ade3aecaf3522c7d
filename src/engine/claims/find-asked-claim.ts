/**
 * The claim that a question or an invitation carries: what "Is it true that …" asks about, and what "Why did … in
 * 1999?" and "Join us to hear why …" take for granted. English.
 */
import { freeSpacing } from '../text/free-spacing.ts';
import { isBaseVerb, pastOf, thirdPersonOf } from '../text/verbs.ts';
import { FINITE } from './read-subject.ts';
import { capitalized } from './strip-lead-in.ts';

export interface AskedClaim {
  /** Offsets of the claim's words in the sentence; all of it where the words were put into another order. */
  readonly start: number;
  readonly end: number;
  /** The claim as a statement. */
  readonly text: string;
  /** Somebody wants to know whether it is true, so it is a claim more probably than its words alone show. */
  readonly doubted: boolean;
}

const LEAD = /^(?:(?:so|but|and|hey|hi|hello|ok|okay|well|please|also|wait|hmm)[,!]? )*/i;
const DOUBTED = freeSpacing('i')`
  ^(?:
    # "Is it true that …"
    (?:is|isn['’]t|was) it (?:really |actually |still )?(?:
      true|correct|right|accurate|a fact|the case
    ) that
    |(?:did|do) you know that|did you know,?
    |(?:are|were) you aware that|who knew that|(?:can|would) you believe that
    |(?:is|isn['’]t|wasn['’]t) it (?:[a-z]+ )?(?:strange|odd|weird|funny|interesting|curious|ironic|suspicious|telling) that
    # "So you are telling me that …", "Let me get this straight: …"
    |(?:are you|you(?:['’]re| are)) (?:really |seriously |actually )?telling me(?: that|(?! (?:an?|what|who|how|why|about)\b))
    |let me get this straight[:,]
    # "I have read somewhere that …"
    |i(?: have|['’]ve)? (?:once |just |recently )?(?:heard|read|learned|learnt) (?:
      somewhere |online |recently |once |on [a-z]+ |in [a-z]+ )?that
    |i was told that|have you heard that
    # "Can you please check whether …"
    |(?:(?:can|could|would|will) you )?(?:please )?(?:
      confirm|verify|check|fact[- ]?check|tell me
    )(?: for me)? (?:
      that|if it is true that|whether it is true that|if|whether
    )
    # "Is the following claim true: …"
    |(?:is the following|is this) (?:claim )?(?:true|correct)\s*[:?]
    |(?:fact[- ]?check|true or false|claim)(?: this)?\s*:
  ) `;
const TAG = freeSpacing('i')`
  (?:,| [–—-])? (?:
    (?:is|was) (?:this|that|it) (?:really |actually )?(?:true|right|correct|real|so)
    |(?:true or false|fact or (?:fiction|myth)|myth or fact)
    |right|correct|true|yes|no|huh|eh|innit|isn['’]t (?:it|that (?:so|right))
    |(?:is|are|was|were|does|did|do|has|have)n['’]t (?:it|he|she|they)
  )\?["'”’)]*$
`;
/** What else is put behind a statement as a question: ", coincidence?", ", or am I wrong?". */
const AFTERTHOUGHT = /(?:,| [–—-]) ([\p{L}'’]+(?: [\p{L}'’]+){0,4}) ?\?+["'”’)]*$/u;
/** A clause before it that does not state anything. */
const NO_STATEMENT = freeSpacing('i')`
  ^(?:
    if|unless|when|while|who|whom|whose|what|which|where|why|how|whether
    |is|are|am|was|were|do|does|did|has|have|had|can|could|will|would|shall|should|may|might|must
  )(?:n['’]t)?\b
`;
const STATES = new RegExp(String.raw`[\p{L}\p{N})] (?:${FINITE}|\p{Ll}+ed\b)`, 'u');
const WHY =
  /^(?:(?:have you )?ever wondere?d? )?(?:(?:can|could) you )?(?:please )?(?:(?:explain|tell (?:me|us)|describe)(?: to me)? )?(?:why|how come) /i;
const HOW = /^how /i;
/** "Join us on Tuesday to hear why …" */
const INVITED = freeSpacing('i')`
  ^(?:
    (?:join|come|tune|sign|register|read|watch|listen|attend|book|stay|visit|click|tap)\b[^.!?]{0,80}?\ to\ 
  )?
  (?:hear|learn|find\ out|discover|see|read|understand)\ (?:more\ )?(?:about\ )?(?:why|that|how)\ (?!to\b)
`;
const QUESTION_WORD = /^(?:who|whom|whose|what|which|when|where|why|how|if|whether)\b/i;
/** A question about the one who asks or is asked takes nothing of the world for granted. */
const PERSONAL = /\b(?:i|me|my|you|your|we|us|our)\b/i;
const NUMBER_WORD = freeSpacing('i')`
  \d
  |\b(?:
    two|three|four|five|six|seven|eight|nine|ten|hundreds?|thousands?|millions?|billions?|trillions?
    |half|percent
  )\b
`;
/** A name, not at the beginning. */
const NAME = /[\p{L}\p{N},;] (?:the )?\p{Lu}/u;

/**
 * @param sentence one sentence.
 * @returns the claim in it, where it is a question (or asks for a check, or invites) that carries one.
 */
export function findAskedClaim(sentence: string): AskedClaim | undefined {
  const lead = LEAD.exec(sentence)![0].length;
  const asked = sentence.slice(lead);
  const doubted = DOUBTED.exec(asked);
  if (doubted) return clauseFrom(sentence, lead + doubted[0].length);
  const tag = TAG.exec(asked);
  if (tag && tag.index > 10 && !QUESTION_WORD.test(asked)) {
    const end = lead + tag.index;
    return { start: lead, end, text: statement(sentence.slice(lead, end)), doubted: true };
  }
  return beforeAfterthought(sentence, lead) ?? takenForGranted(sentence, asked) ?? invitedTo(sentence, lead);
}

/** @returns what is stated before a question of a few words. */
function beforeAfterthought(sentence: string, lead: number): AskedClaim | undefined {
  const asked = sentence.slice(lead);
  const after = AFTERTHOUGHT.exec(asked);
  if (!after) return undefined;
  const said = asked.slice(0, after.index);
  if (NO_STATEMENT.test(said) || QUESTION_WORD.test(after[1]!) || !STATES.test(said)) return undefined;
  return { start: lead, end: lead + after.index, text: statement(said), doubted: false };
}

/** @returns what an invitation says of the world. */
function invitedTo(sentence: string, lead: number): AskedClaim | undefined {
  const invited = INVITED.exec(sentence.slice(lead));
  const clause = invited && clauseFrom(sentence, lead + invited[0].length);
  if (!clause || !NUMBER_WORD.test(clause.text) || PERSONAL.test(clause.text)) return undefined;
  return { ...clause, doubted: false };
}

function clauseFrom(sentence: string, from: number): AskedClaim | undefined {
  let end = sentence.length;
  while (end > from && /[\s?.!"'”’)]/.test(sentence[end - 1]!)) end--;
  let start = from;
  while (start < end && /[\s"'“‘]/.test(sentence[start]!)) start++;
  const clause = sentence.slice(start, end);
  if (clause.length < 5 || QUESTION_WORD.test(clause)) return undefined;
  return { start, end, text: statement(clause), doubted: true };
}

function statement(clause: string): string {
  return `${capitalized(clause)}.`;
}

function takenForGranted(sentence: string, asked: string): AskedClaim | undefined {
  const why = WHY.exec(asked);
  const how = why ? undefined : HOW.exec(asked);
  const question = why ?? how;
  if (!question) return undefined;
  const rest = asked.slice(question[0].length).replace(/[\s?.!"'”’)]+$/u, '');
  if (PERSONAL.test(rest)) return undefined;
  const counted = NUMBER_WORD.test(rest);
  if (!counted && (how || !NAME.test(` ${rest}`))) return undefined;
  const text = turnAround(rest, how !== undefined);
  return text ? { start: 0, end: sentence.length, text, doubted: false } : undefined;
}

const AUXILIARY = /^(did|does|do|is|are|was|were|has|have|had)(n['’]t| not)? (.+)$/i;

/** "did Napoleon invade Russia" → "Napoleon invaded Russia."; `undefined` where no claim can be made of it. */
function turnAround(clause: string, onlyPast: boolean): string | undefined {
  const parts = AUXILIARY.exec(clause);
  if (!parts) {
    // "explain why the empire fell": in order already.
    return onlyPast || /^(?:should|would|could|can|may|might|will|must|to)\b/i.test(clause)
      ? undefined
      : statement(clause);
  }
  const auxiliary = parts[1]!.toLowerCase();
  if (onlyPast && auxiliary !== 'did') return undefined;
  const words = parts[3]!.split(' ');
  const supports = auxiliary === 'did' || auxiliary === 'does' || auxiliary === 'do';
  const at = supports ? verbAt(words) : subjectEnd(words);
  if (at <= 0 || at >= words.length) return undefined;
  const subject = words.slice(0, at).join(' ');
  const rest = words.slice(at).join(' ');
  if (parts[2]) return statement(`${subject} ${auxiliary} not ${rest}`);
  if (!supports) return statement(`${subject} ${auxiliary} ${rest}`);
  const verb = words[at]!;
  const after = words.slice(at + 1).join(' ');
  const finite = auxiliary === 'did' ? pastOf(verb) : auxiliary === 'does' ? thirdPersonOf(verb) : verb;
  return statement(`${subject} ${finite} ${after}`.trim());
}

const SMALL = new Set('of the and de da do dos di du la von van der den for in al el bin & on'.split(' '));
/** As in "the University of the Andes". */
const MOST_SMALL = 2;
const BEFORE_NOUN = new Set(
  'the a an this that these those his her its their some many most all several'.split(' '),
);

function isCapital(word: string): boolean {
  return /^["“(]?\p{Lu}/u.test(word);
}

/** Where the name that begins a clause ends; 0 where it begins with none. */
function subjectEnd(words: readonly string[]): number {
  let at = BEFORE_NOUN.has(words[0]!.toLowerCase()) ? 1 : 0;
  let named = 0;
  for (; at < words.length; at++) {
    const word = words[at]!;
    if (isCapital(word) || /^\d+$/.test(word)) named = at + 1;
    else if (named === 0 || !SMALL.has(word) || at - named >= MOST_SMALL) break;
  }
  return named;
}

/** Where the verb stands: after the name that begins the clause, else the first that may be a verb and is followed by what follows verbs. */
function verbAt(words: readonly string[]): number {
  const named = subjectEnd(words);
  if (named > 0 && named < words.length) {
    if (isBaseVerb(words[named]!)) return named;
    const next = words[named + 1];
    // "the Soviet Union slowly collapse": an adverb; "the Roman army lose": a noun that belongs to the name.
    if (next && isBaseVerb(next)) return named + 1;
    return /^\p{Ll}+$/u.test(words[named]!) ? named : 0;
  }
  for (let at = 1; at < words.length; at++) {
    const next = words[at + 1];
    if (!isBaseVerb(words[at]!)) continue;
    if (!next || AFTER_VERB.has(next.toLowerCase()) || isCapital(next) || /^[$€£]?\d/.test(next)) return at;
  }
  return 0;
}

const AFTER_VERB = new Set(
  'a an the this that these those his her its their in on at to from for with by of as into after before during against over under up down out off away two three four five six seven eight nine ten more less so all many some only about around'.split(
    ' ',
  ),
);
