/** The oracle's figures as a page for readers. */
import { mean } from '../retrieval/ndcg.ts';
import type { Followed, Measured } from './measure-oracle.ts';
import { scoreMixed } from './mixed-sentences.ts';
import type { Shown } from './show-evidence.ts';

export interface SetMeasured {
  readonly name: string;
  /** Each claim by itself, as `--shown` measures it. */
  readonly on: readonly Shown[];
  readonly texts: readonly ({ readonly size: number } & Measured)[];
  readonly streamed: Measured;
  /** Claims that the documents do not decide. */
  readonly offTopic: Measured;
  /** Claims of the set that its documents do not decide. */
  readonly undecided: readonly Followed[];
  /** Sentences of claims whose verdicts differ. */
  readonly mixed: readonly Followed[];
}

/** Sentences of answers of which it is known what they say. */
export interface AnswersMeasured {
  readonly stated: readonly Followed[];
  /** The same, with a reader that knows it. */
  readonly read: readonly Followed[];
  /** What they say, each claim by itself. */
  readonly alone: readonly Followed[];
}

export function formatOracle(
  sets: readonly SetMeasured[],
  further: string,
  answers: AnswersMeasured | undefined,
): string {
  const off = mean(sets.map(({ offTopic }) => withEvidence(offTopic)));
  return [
    'The gateway over HTTP, as shipped but for its limits (20 claims of a request, any number of requests), each set’s',
    'documents in its corpus, and in the provider’s place an oracle: a judge that knows the right verdict, and says it only',
    `where one of the items that it is shown holds a sentence that decides the claim. Else it asks further (${further}).`,
    'No model is asked: what is lost here is lost by the gateway. Texts are claims of a set in a row, sent to /v1/claims;',
    'streams are chats with ten of them in the answer.',
    '',
    'Share of the claims that are *detected* as claims; whose deciding sentence is in a document among the first hundred that',
    'the corpus *finds*, is in a passage that is *retrieved* (both for the claim by itself), is *shown first*, when the claim is',
    'first judged, or *shown* at any time; that are *judged*; whose verdict is *right*. *Survive*: verdicts of the oracle that',
    'the response has unchanged. Calls, searches and prompt characters (judge and reader, instructions too) are per claim listed.',
    '',
    '| set | claims in a text | claims | detected | found | retrieved | shown first | shown | judged | right | survive | judge calls | reader calls | searches | prompt characters |',
    '|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|',
    ...sets.flatMap(({ name, on, texts, streamed }) => [
      ...texts.map((measured) => rowOf(name, String(measured.size), measured, on)),
      rowOf(name, '10, stream', streamed),
    ]),
    '',
    'Right verdicts where the claims that the documents of their own set do not *decide* are counted too, one by one. Claims of',
    `the other sets, which these documents do not decide either: the share that is shown any evidence (${off.toFixed(3)} over the sets).`,
    'Sentences of two or three claims with different verdicts, joined by “and” or a semicolon, with a reader',
    'that divides them: how many are *judged*; the share that has a verdict for each *part*; whose verdict *follows* from what',
    'the oracle said, of those judged; whose verdict is *right*, of those of which all deciding evidence was *shown*.',
    '',
    '| set | undecided claims | right, with them | claims off topic | shown evidence | mixed sentences | judged | in parts | follows | shown | right |',
    '|---|---|---|---|---|---|---|---|---|---|---|',
    ...sets.map(({ name, texts, undecided, offTopic, mixed }) => {
      const { sentences, judged, parted, follows, shown, right } = scoreMixed(mixed);
      const all = [...(texts.find(({ size }) => size === 1)?.followed ?? []), ...undecided];
      const cells = [sentences, judged, share(parted), share(follows), shown, share(right)];
      return `| ${name} | ${undecided.length} | ${share(rightOf(all))} | ${offTopic.followed.length} | ${share(withEvidence(offTopic))} | ${cells.join(' | ')} |`;
    }),
    ...(answers === undefined ? [] : ['', ...formatAnswers(answers)]),
  ].join('\n');
}

function formatAnswers({ stated, read, alone }: AnswersMeasured): string[] {
  const row = (what: string, followed: readonly Followed[]): string => {
    const decidable = total(followed, (one) => one.decidable);
    const recall = (pick: (one: Followed) => number): string => share(total(followed, pick) / decidable);
    return `| ${what} | ${followed.length} | ${decidable} | ${recall((one) => one.shownFirst)} | ${recall((one) => one.shown)} |`;
  };
  return [
    'Answers of Factcheck-Bench, whole, among the documents of all sets, with the claims that people found in each sentence:',
    'the share of those claims whose deciding sentence is shown for the sentence that says them. Sentences that say no claim',
    'with known evidence, or stand in no answer word by word, are left out.',
    '',
    '| | texts | claims | shown first | shown |',
    '|---|---|---|---|---|',
    row('sentences of answers, as they stand', stated),
    row('the same, with a reader that knows what they say', read),
    row('claims of the set by themselves', alone),
  ];
}

function rowOf(name: string, texts: string, measured: Measured, on: readonly Shown[] = []): string {
  const { followed, listed, judgeCalls, readingCalls, searches, characters } = measured;
  const of = (pick: (one: Followed) => boolean): string =>
    share(mean(followed.map((one) => Number(pick(one)))));
  const local = (pick: (one: Shown) => boolean): string =>
    on.length === 0 ? '–' : share(mean(on.map((one) => Number(pick(one)))));
  const judged = followed.filter(({ said }) => said !== undefined);
  const survived = judged.filter(({ said, listed }) => listed?.verdict === said).length / judged.length;
  const per = (count: number): string => (count / Math.max(1, listed)).toFixed(2);
  const cells = [
    name,
    texts,
    followed.length,
    of((one) => one.listed !== undefined),
    local(({ found }) => found),
    local(({ retrieved }) => retrieved),
    of((one) => one.shownFirst > 0),
    of((one) => one.shown > 0),
    share(judged.length / followed.length),
    share(rightOf(followed)),
    share(survived),
    per(judgeCalls),
    per(readingCalls),
    per(searches),
    Math.round(characters / Math.max(1, listed)),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Where a claim that the documents decide was not judged, it is not right either. */
function rightOf(followed: readonly Followed[]): number {
  const isRight = ({ claim, listed, said, decidable }: Followed): boolean =>
    listed?.verdict === claim.verdict && (said !== undefined || decidable === 0);
  return mean(followed.map((one) => Number(isRight(one))));
}

function withEvidence({ followed }: Measured): number {
  return mean(followed.map(({ said }) => Number(said !== undefined)));
}

function total(followed: readonly Followed[], pick: (one: Followed) => number): number {
  return followed.reduce((sum, one) => sum + pick(one), 0);
}

function share(value: number): string {
  return Number.isNaN(value) ? '–' : value.toFixed(3);
}
