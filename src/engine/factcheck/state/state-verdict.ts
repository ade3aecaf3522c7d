/** Makes a verified claim of the judge's answer, or of the reason why there is none. */
import {
  type Claim,
  type ClaimPart,
  type Evidence,
  isChecked,
  type Stance,
  type Verdict,
} from '../../../domain/claim.ts';
import type { Purpose } from '../../claims/read-request.ts';
import { isHearsay, type ShownItem } from '../choose/choose-items.ts';
import { findVerbatim, type Verbatim } from '../choose/find-verbatim.ts';
import { quoteExcerpt } from '../choose/quote-evidence.ts';
import { correctionFor } from '../correct/correct-claim.ts';
import type { RankedItem } from '../find/rank-items.ts';
import { relevantItems, toEvidence } from '../ground-conversation.ts';
import { type Calibration, calibrate } from '../judge/calibration.ts';
import type { Judgement, NamedItem } from '../judge/read-judgements.ts';
import { type Reading, statementsOf } from '../read/reading.ts';
import { stateDecision } from '../reviews/state-decision.ts';
import type { RetrievedItem } from '../sources/source.ts';
import { cleanExplanation, withoutLinks } from './clean-explanation.ts';
import { confidenceOf, HIGHEST, mostConfidence, NOT_JUDGED, NOTHING_FOUND } from './confidence.ts';

/** A claim with all that verification says of it. */
export interface VerifiedClaim extends Claim {
  readonly verdict: Verdict;
  /** One or two sentences, at most 500 UTF-16 units, without URLs. */
  readonly explanation: string;
  /** What the verdict rests on, the weightiest first; each quote is a slice of the retrieved text. */
  readonly evidence: readonly Evidence[];
  /** Probability, 0 to 1, that the verdict is right; see `confidence.ts`. Absent where it was not checked. */
  readonly verdict_confidence?: number;
  /** The model that judged it, or {@link LOCAL}. Absent where nobody did. */
  readonly judged_by?: string;
}

/** What the gateway's own judge is called. */
export const LOCAL = 'local';

/** Why a claim has no judgement. */
export type Fault =
  | Purpose
  | 'nothing-found'
  | 'no-source'
  | 'too-many-claims'
  | 'no-time'
  | 'no-tokens'
  | 'judge-silent'
  | 'judge-unusable'
  | 'judge-undecided'
  | 'judge-failed'
  | 'judge-refused'
  | 'judge-unsure'
  | 'judge-busy'
  | 'no-judge';

/** What the caller reads of each. */
export const FAULTS: Readonly<Record<Fault, string>> = {
  invented:
    'This claim was not checked: something invented was asked for, such as a story or a part to play.',
  'own-text': 'This claim was not checked: the request was to translate or rewrite a text, not to check it.',
  'own-code': 'This claim was not checked: the request was about code of its own.',
  'nothing-found': 'The sources have no evidence about this claim.',
  'no-source': 'This claim was not checked: a source of evidence did not answer.',
  'too-many-claims': 'This claim was not checked: the request’s limit of claims was reached.',
  'no-time': 'This claim was not checked: the time limit was reached.',
  'no-tokens': 'This claim was not checked: the token budget was used up.',
  'judge-silent': 'This claim was not checked: the judge model did not answer in time.',
  'judge-unusable': 'This claim was not checked: the judge model gave no usable verdict.',
  'judge-undecided': 'This claim was not checked: the judge model could not decide it.',
  'judge-failed': 'This claim was not checked: the request to the judge model failed.',
  'judge-refused': 'This claim was not checked: the provider refused the request to the judge model.',
  'judge-unsure': 'This claim was not checked: the gateway’s own small model was not sure of the evidence.',
  'judge-busy': 'This claim was not checked: the gateway’s own small model had too much to read.',
  'no-judge': 'This claim was not checked: the gateway’s own small model is not available.',
};
const PART_NOT_JUDGED = 'A part of this claim was not checked.';
const NOTHING_SAID = 'Nothing in the evidence decides this claim.';
const NOT_BACKED = 'The judge model named no evidence that decides this claim.';

const LOCAL_WORDS = 'Read by a small model of the gateway’s own. ';

const UNCHECKED = { checked: false } as const;

/** A judge that gives its own "not enough evidence" less has decided nothing. */
const EVEN = 0.5;
/** That a claim is supported which a document has word for word. */
const VERBATIM = 0.95;
const MOST_EVIDENCE = 4;
/** Of all parts of a claim. */
const MOST_EVIDENCE_OF_ALL = 8;
const LONGEST_EXPLANATION = 500;

/** What the judge says, or why it says nothing. */
export type Judged =
  | {
      readonly judgement: Judgement;
      /** Id of the model, or {@link LOCAL}; absent where that is not known. */
      readonly by?: string;
      readonly fault?: undefined;
    }
  | { readonly judgement?: undefined; readonly fault: Fault };

/** What came of one statement. */
export type Outcome = Judged & {
  readonly items: readonly ShownItem[];
  /** Nobody read it: a document has the claim word for word. */
  readonly isVerbatim?: boolean;
};

/** What came of a claim. */
export interface ClaimOutcome {
  readonly reading: Reading;
  /** One, or one for each part. */
  readonly outcomes: readonly Outcome[];
  /** What was decided on it before, the latest first. */
  readonly decisions?: readonly RetrievedItem[];
  /** The decision that is its verdict: then nobody else is asked. */
  readonly settledBy?: RetrievedItem | undefined;
}

/** @param calibration the judge's, where one has been fitted. */
export function stateVerdict(
  claim: Claim,
  { reading, outcomes, decisions = [], settledBy }: ClaimOutcome,
  calibration?: Calibration,
): VerifiedClaim {
  const decided = decisions.map((item) => toEvidence(item, '', 'unjudged'));
  if (settledBy?.review !== undefined) {
    const read = reading.text === claim.text ? {} : { reading: reading.text };
    return { ...claim, ...read, ...stateDecision(settledBy.review), evidence: decided };
  }
  const texts = statementsOf(reading);
  const stated = texts.map((text, index) => {
    const outcome = readVerbatim(claim, text, outcomes[index] ?? { items: [], fault: 'no-time' });
    return { ...stateOne(text, outcome, claim, calibration), by: byOf(outcome) };
  });
  const [only, ...others] = stated as [Stated, ...Stated[]];
  const whole = others.length === 0 ? withFound(only, texts[0] as string, outcomes[0]) : wholeOf(stated);
  const parts = stated.map(
    ({ verdict_confidence: _, by: _by, ...part }, index): ClaimPart => ({
      text: texts[index] as string,
      ...part,
    }),
  );
  const { verdict_confidence, by: _, ...said } = whole;
  const by = stated.map((one) => one.by).find((one) => one !== undefined && one !== LOCAL) ?? stated[0]?.by;
  const correction = whole.verdict === 'refuted' ? correct(claim, outcomes, whole.evidence) : undefined;
  return {
    ...claim,
    ...(reading.text === claim.text ? {} : { reading: reading.text }),
    ...said,
    evidence: [...decided, ...said.evidence],
    ...(isChecked(said) ? { verdict_confidence } : {}),
    ...(by === undefined ? {} : { judged_by: by }),
    ...(others.length === 0 ? {} : { parts }),
    ...(correction === undefined ? {} : { correction }),
  };
}

function correct(claim: Claim, outcomes: readonly Outcome[], evidence: readonly Evidence[]) {
  const proposed = outcomes.flatMap(({ judgement }) =>
    judgement?.verdict === 'refuted' ? [{ wrong: judgement.wrong, right: judgement.right }] : [],
  );
  return correctionFor(claim.original_text, proposed, evidence);
}

/** What was found is shown, also where the judge has named nothing of it. */
function withFound(stated: Stated, text: string, outcome: Outcome | undefined): Stated {
  if (stated.evidence.length > 0 || outcome === undefined) return stated;
  return {
    ...stated,
    evidence: unjudgedOf(outcome.items).map((shown) => quoted(shown, text, '', 'unjudged')),
  };
}

/** Where nobody has decided it, and a document has the claim word for word, that decides. */
function readVerbatim(claim: Claim, text: string, outcome: Outcome): Outcome {
  const { items, judgement } = outcome;
  if (decides(judgement)) return outcome;
  const found = findVerbatim(claim, text, items);
  const shown = found && items[found.index];
  if (shown === undefined) return outcome;
  const { index, sentence } = found as Verbatim;
  // The judge has read what stands around it.
  if (judgement?.evidence.some((one) => one.index === index && one.stance === 'refutes')) return outcome;
  return {
    items: items.with(index, { ...shown, excerpt: sentence, start: shown.item.text.indexOf(sentence) }),
    judgement: {
      verdict: 'supported',
      probability: VERBATIM,
      evidence: [{ index, stance: 'supports', words: sentence }],
      ...{ explanation: '', wrong: '', right: '', nextQueries: [] },
    },
    by: LOCAL,
    isVerbatim: true,
  };
}

type Stated = Pick<VerifiedClaim, 'verdict' | 'checked' | 'explanation' | 'evidence'> & {
  readonly verdict_confidence: number;
  readonly by?: string | undefined;
};

/** Who judged it; one that decided nothing has not. */
function byOf({ judgement, by }: Outcome & { readonly by?: string }): string | undefined {
  return judgement === undefined ? undefined : by;
}

/** From the one that decides over the others to the one that all must share. */
const BY_WEIGHT: readonly Verdict[] = ['refuted', 'conflicting', 'not_enough_evidence', 'supported'];

/** The verdict of several statements: what one of them decides, else what they share. */
function wholeOf(parts: readonly Stated[]): Stated {
  const verdict = BY_WEIGHT.find((one) => parts.some((part) => part.verdict === one)) as Verdict;
  const named = parts.filter((part) => part.verdict === verdict);
  const judged = named.filter(isChecked);
  const decide = judged.length > 0 ? judged : named;
  const checked = parts.some(isChecked);
  const sure = decide.map(({ verdict_confidence }) => verdict_confidence);
  const evidence = new Map(
    [...decide, ...parts].flatMap((part) => part.evidence).map((one) => [JSON.stringify(one), one]),
  );
  return {
    verdict,
    ...(checked ? {} : UNCHECKED),
    explanation:
      checked && judged.length === 0
        ? PART_NOT_JUDGED
        : joinExplanations(decide.map(({ explanation }) => explanation)),
    evidence: [...evidence.values()].slice(0, MOST_EVIDENCE_OF_ALL),
    // One refuted part refutes the whole; all must be right for the whole to be.
    verdict_confidence: verdict === 'supported' ? Math.min(...sure) : Math.max(...sure),
  };
}

/** As many as fit in one, each once. */
function joinExplanations(explanations: readonly string[]): string {
  return explanations.reduce(
    (all, one) =>
      all.includes(one) || all.length + one.length >= LONGEST_EXPLANATION ? all : `${all} ${one}`.trim(),
    '',
  );
}

function stateOne(
  text: string,
  outcome: Outcome,
  claim: Claim,
  calibration: Calibration | undefined,
): Stated {
  const { items, judgement } = outcome;
  if (judgement === undefined) return stateFault(text, items, outcome.fault);
  const verdict = verdictOf(judgement);
  if (verdict === 'not_enough_evidence' && (judgement.probability ?? 1) < EVEN)
    return stateFault(text, items, 'judge-undecided');
  // Where the verdict takes a side, what decides nothing would only be in the way.
  const named = judgement.evidence
    .filter(({ stance }) => verdict === 'not_enough_evidence' || stance !== 'neutral')
    .sort((a, b) => weightFor(verdict, b) - weightFor(verdict, a) || a.index - b.index)
    .slice(0, MOST_EVIDENCE)
    .flatMap((one) => {
      const shown = items[one.index];
      return shown === undefined ? [] : [{ ...one, shown }];
    });
  const weighed = named.map(({ shown: { item, relevance }, index, stance }) => ({
    source: item.source,
    kind: item.kind,
    relevance,
    rank: index,
    stance,
    hearsay: isHearsay(item),
  }));
  const probability = verdict === judgement.verdict ? judgement.probability : undefined;
  const isLocal = outcome.by === LOCAL && outcome.isVerbatim !== true;
  // The own judge's probability is calibrated as it comes.
  const raw =
    isLocal && probability !== undefined
      ? Math.min(probability, HIGHEST)
      : confidenceOf(verdict, probability, weighed);
  const confidence = calibration === undefined || isLocal ? raw : calibrate(raw, verdict, calibration);
  const words = cleanExplanation(judgement.explanation, {
    lines: [claim.text, text, ...items.map(({ item }) => item.title)],
    texts: items.map(({ item }) => item.text),
  });
  return {
    verdict,
    explanation:
      verdict === judgement.verdict && words !== ''
        ? words
        : `${isLocal ? LOCAL_WORDS : ''}${stateItself(verdict, named, isLocal)}`,
    evidence: named.map(({ shown, stance, words }) => quoted(shown, text, words, stance)),
    verdict_confidence: round(Math.min(confidence, mostConfidence(verdict, weighed))),
  };
}

/** A verdict that no evidence is left for is none. */
export function verdictOf({ verdict, evidence }: Judgement): Verdict {
  const supports = evidence.some(({ stance }) => stance === 'supports');
  const refutes = evidence.some(({ stance }) => stance === 'refutes');
  const backed =
    (verdict === 'supported' && supports) ||
    (verdict === 'refuted' && refutes) ||
    (verdict === 'conflicting' && supports && refutes);
  return backed ? verdict : 'not_enough_evidence';
}

/** Whether a judgement is there, and says more than that the evidence is not enough. */
export function decides(judgement: Judgement | undefined): boolean {
  return judgement !== undefined && verdictOf(judgement) !== 'not_enough_evidence';
}

function stateFault(text: string, items: readonly ShownItem[], fault: Fault): Stated {
  const checked = fault === 'nothing-found';
  return {
    verdict: 'not_enough_evidence',
    ...(checked ? {} : UNCHECKED),
    explanation: FAULTS[fault],
    evidence: unjudgedOf(items).map((shown) => quoted(shown, text, '', 'unjudged')),
    verdict_confidence: checked ? NOTHING_FOUND : NOT_JUDGED,
  };
}

/** What is shown though nobody judged it; the judge sees more. */
function unjudgedOf(items: readonly ShownItem[]): readonly ShownItem[] {
  const relevant = new Set<RankedItem>(relevantItems([...items].sort((a, b) => b.relevance - a.relevance)));
  return items.filter((shown) => relevant.has(shown));
}

/** What is said where the judge's own words cannot be shown. */
function stateItself(
  verdict: Verdict,
  named: readonly { readonly shown: ShownItem }[],
  isLocal: boolean,
): string {
  const first = named[0]?.shown.item;
  if (verdict === 'not_enough_evidence' || first === undefined) return isLocal ? NOTHING_SAID : NOT_BACKED;
  const title = withoutLinks(first.title).slice(0, 150).toWellFormed().trim();
  const from = title === '' ? first.source : `“${title}” (${first.source})`;
  switch (verdict) {
    case 'supported':
      return `The evidence quoted from ${from} supports this claim.`;
    case 'refuted':
      return `The evidence quoted from ${from} contradicts this claim.`;
    case 'conflicting':
      return 'Some evidence supports this claim, and some contradicts it.';
  }
}

/** What decides, what says the opposite, what decides nothing. */
function weightFor(verdict: Verdict, { stance }: NamedItem): number {
  if (stance === 'neutral') return 0;
  const decides = verdict === (stance === 'supports' ? 'supported' : 'refuted');
  return decides ? 2 : 1;
}

function quoted(shown: ShownItem, claim: string, words: string, stance: Stance): Evidence {
  return toEvidence(shown.item, quoteExcerpt(shown.item.text, shown, claim, words), stance);
}

function round(probability: number): number {
  return Math.round(probability * 1e4) / 1e4;
}
