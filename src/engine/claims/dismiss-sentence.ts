/**
 * Sentences that claim nothing, by how they are built. Only what is certain: all else is the detector's to judge.
 */
import { freeSpacing } from '../text/free-spacing.ts';
import { wordsOf } from './lexicon.ts';
import { FINITE } from './read-subject.ts';

const QUESTION = /\?["'”’)\]*_]*$/;
/** A question without its mark, as people type them: "when was the last train". Not "What was once a church is …". */
const TYPED_QUESTION = freeSpacing('i')`
  ^(?:(?:so|and|but|hey|ok|okay|also),? )?(?:
    (?:when|where|why|who|how(?: (?:much|many|long|old|far|often|tall|big|high|fast|deep|heavy)(?: \w+)?)?)
    [ ](?:is|are|was|were|do|does|did|can|could|should|will|would|has|have)
    |(?:is|are|was|were|does|did)
    |(?:what|which \w+) (?:is|are|was|were|do|does|did)(?! (?:once|now|known|called|more|left|today)\b)
  ) [^,.:;!]*$
`;
const POLITE = '^(?:(?:please|now|then|next|first|finally|also|ok|okay|so|and|hey|hi)[,!]? )*';
/** What is ordered, where the verb alone could be a noun ("Research in 2019 showed …"). */
const OBJECT = 'me|us|my|your|our|a|an|the|this|that|these|those|it|them|all|each|every|any|another';
/** Orders to do something: a verb of advice, then what it is done to. */
const ADVICE = new RegExp(`${POLITE}(?:${wordsOf('advice').join('|')}) (?:${OBJECT})\\b`, 'i');
/** Orders to make or say something: what follows shows that they are no nouns ("Write speed is …"). */
const ORDER = freeSpacing('i')`
  ${POLITE}(?:
    write|tell|give|explain|describe|translate|summari[sz]e|invent|continue|create|compose|draft|rewrite
    |generate|sort|fix|act|pretend|imagine|suppose|assume|picture|sing|help|show|make|list|find|suggest
    |recommend|calculate|compute|solve|convert|implement|refactor|optimi[sz]e|correct|proofread
    |paraphrase|shorten|answer|respond|play|add|remove|delete|replace|use|keep|put|let
  ) (?:
    (?:
      ${OBJECT}|some|only|just|about|as|up|out|for|in|with|to|how|why|what|who|when|where|whether
      |\d+|one|two|three|four|five|six|seven|eight|nine|ten|more
    )\b
    |[“"']
  )
`;
/** "Consider this: …", "Let me name a figure: …": what follows the colon is said, not asked for. */
const INTRODUCES = /^(?:[a-z]+[,!]? )?(?:consider|let (?:me|us)|remember|note)\b[^:]*: (?=(?:\S+ ){3})/i;
const CONDITIONAL = /^(?:but |and |so |even )?if\b.*\b(?:would|could|might)(?:n['’]t)?\b/is;
const WISH = freeSpacing('i')`
  ^(?:
    i wish|if only|what if|imagine|suppose|let['’]?s (?:say|assume|imagine|suppose)
    |let us (?:say|assume|imagine|suppose)|say you
  )\b
`;
/** One word states nothing, however long it is. */
const ONE_WORD = /^\S*$/;
/** Of scripts without blanks between words. */
export const UNSPACED: RegExp = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** In these, so many letters and figures may be a sentence. */
const LEAST_UNSPACED = 6;
const LONGEST_WORD = 40;
/** The title of a contract's or a law's section: "§ 7 Keeping of animals." */
const SECTION_TITLE = new RegExp(
  String.raw`^§§? ?\d+[a-z]?\.? (?!.* (?:${FINITE}))[\p{L}’'-]+(?:,? [\p{L}’'-]+){0,4}\.?$`,
  'u',
);
/** What is said is an opinion, or is not meant, wherever it stands. */
const NOT_MEANT = freeSpacing('iu')`
  \b(?:
    in my (?:humble |honest |personal )?opinion|imh?o|if you ask me
    |said no ?(?:one|body) ever|(?:when|and) pigs (?:can |will )?fly
  )\b
  |🙄
`;
/** "Yeah, right, and …", "Sure, because …", "… /s". */
const SARCASM = freeSpacing('iu')`
  ^(?:oh|yeah|yep|wow|ah),? (?:sure|right|yeah|great|of course|because)\b
  |^(?:right|sure),? because\b
`;
const SARCASTIC_END = /\/s[.!]?$/;
/** Program text outside a fence. */
const CODE = freeSpacing('s')`
  # The end of a statement or a block.
  [;{}]\s*$
  |^\s*(?:
    # Markup and data
    [<{[].*[>}\]]
    # Declarations
    |#include\b.*
    |(?:import|from) [\w.{}*, ]+(?: (?:from|import)\b.*)?
    |(?:const|let|var) \w+ ?=.*
    |(?:def|class|function|public|private|static|async) \w+.*[({:].*
    # Commands
    |(?:npm|pip|git|docker|sudo|cd|apt|yarn|brew) [\w-].*
    |SELECT\b.*\bFROM\b.*
    |return\b.*[();].*
    |\$ .*
    # Errors and calls
    |(?:Uncaught )?\w*(?:Error|Exception)\b.*:.*
    |at .*:\d+(?::\d+)?\)?
    |\w+\(.*\)\s*[:;]?
  )$
`;

/** @returns what is said behind such an introduction; the whole sentence where it has none. */
export function withoutIntroduction(sentence: string): string {
  return sentence.replace(INTRODUCES, '');
}

/** @param sentence one English sentence that carries no claim as a question. */
export function claimsNothing(sentence: string): boolean {
  return (
    ONE_WORD.test(sentence) ||
    (sentence.startsWith('§') && SECTION_TITLE.test(sentence)) ||
    (sentence.includes('?') && QUESTION.test(sentence)) ||
    TYPED_QUESTION.test(sentence) ||
    (ADVICE.test(sentence) && !INTRODUCES.test(sentence)) ||
    (ORDER.test(sentence) && !INTRODUCES.test(sentence)) ||
    CONDITIONAL.test(sentence) ||
    WISH.test(sentence) ||
    NOT_MEANT.test(sentence) ||
    SARCASM.test(sentence) ||
    (sentence.includes(' /s') && SARCASTIC_END.test(sentence)) ||
    CODE.test(sentence)
  );
}

/** @param sentence in a language that is not English. @returns whether it is too short to state anything: one word, in any script. */
export function isOneWord(sentence: string): boolean {
  if (sentence.length >= LONGEST_WORD) return false;
  if (!UNSPACED.test(sentence)) return ONE_WORD.test(sentence);
  return !/\d/.test(sentence) && sentence.replace(/[^\p{L}\p{M}\p{N}]/gu, '').length < LEAST_UNSPACED;
}

const FICTION = /^["“]?once upon a time\b/i;
/** @returns whether a story begins here. */
export function beginsFiction(sentence: string): boolean {
  return FICTION.test(sentence);
}
