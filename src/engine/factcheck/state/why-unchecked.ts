import { type Claim, isChecked, type Unchecked } from '../../../domain/claim.ts';
import { FAULTS, type Fault } from './state-verdict.ts';

const KINDS: Readonly<Record<Fault, Unchecked>> = {
  invented: 'exempt',
  'own-text': 'exempt',
  'own-code': 'exempt',
  'nothing-found': 'unsure',
  'no-source': 'failed',
  'too-many-claims': 'limit',
  'no-time': 'limit',
  'no-tokens': 'limit',
  'judge-silent': 'failed',
  'judge-unusable': 'failed',
  'judge-undecided': 'unsure',
  'judge-failed': 'failed',
  'judge-refused': 'failed',
  'judge-unsure': 'unsure',
  'judge-busy': 'limit',
  'no-judge': 'failed',
};

const KIND_OF_WORDS: ReadonlyMap<string, Unchecked> = new Map(
  Object.entries(FAULTS).map(([fault, words]) => [words, KINDS[fault as Fault]]),
);

/** @returns `undefined` for a claim that was checked, or that nobody was to check. */
export function whyUnchecked(
  claim: Pick<Claim, 'checked' | 'explanation' | 'verdict'>,
): Unchecked | undefined {
  if (claim.verdict === undefined || isChecked(claim)) return undefined;
  // One with several parts has words of its own.
  return KIND_OF_WORDS.get(claim.explanation ?? '') ?? 'unsure';
}
