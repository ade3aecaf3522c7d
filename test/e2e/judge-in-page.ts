/**
 * Rows whose verdicts a test can compute, and a gateway within the page that gives them: ten thousand requests over a
 * network would take a browser a minute. Each text is one claim with the number of its row.
 */
import type { Page } from 'playwright-core';
import type { Verdict } from '../../web/api/types.ts';
import { VERDICTS } from '../../web/claims/claim-state.ts';
import type { JudgedRow } from '../../web/evaluate/score-verdicts.ts';

/** Spellings of each verdict, in turn. */
const SPELLINGS: Readonly<Record<Verdict, readonly string[]>> = {
  supported: ['supported', 'SUPPORTS', 'true'],
  refuted: ['REFUTES', 'false', 'Refuted'],
  conflicting: ['conflicting', 'Conflicting Evidence/Cherrypicking', 'mixed'],
  not_enough_evidence: ['NEI', 'not enough info', 'not_enough_evidence'],
};
/** Rows, from 0, whose reference nobody understands, and those without one. */
const UNCLEAR = [11, 4_000];
const EMPTY = [12];

const referenceOf = (row: number): Verdict => VERDICTS[(row * 7) % 4] as Verdict;

function saidOf(row: number): string {
  if (UNCLEAR.includes(row)) return 'maybe';
  return EMPTY.includes(row) ? '' : (SPELLINGS[referenceOf(row)][row % 3] as string);
}

/** The first model errs in each tenth row, the second in each seventh; in each 500th no claim is found. */
function verdictOf(row: number, model: 'first' | 'second'): Verdict | undefined {
  if (row % 500 === 499) return undefined;
  const errs = row % (model === 'first' ? 10 : 7) === 3;
  return VERDICTS[(VERDICTS.indexOf(referenceOf(row)) + (errs ? 1 + (row % 3) : 0)) % 4];
}

const upTo = (rows: number): number[] => Array.from({ length: rows }, (_, row) => row);

/** A CSV file of so many rows. */
export function writeRows(rows: number): string {
  const lines = upTo(rows).map((row) => `Tower ${row} is ${row} metres tall.,${saidOf(row)}`);
  return ['claim,label', ...lines].join('\n');
}

/** What the page has to find, of the rows that have a reference. */
export function judgedRows(rows: number, model: 'first' | 'second'): JudgedRow[] {
  return upTo(rows)
    .filter((row) => !UNCLEAR.includes(row) && !EMPTY.includes(row))
    .map((row) => ({
      index: row,
      expected: referenceOf(row),
      found: verdictOf(row, model),
      confidence: undefined,
    }));
}

interface Judge {
  /** Of each model, the verdict on each row; null: no claim is found. */
  readonly verdicts: Readonly<Record<'first' | 'second', readonly (Verdict | null)[]>>;
  readonly first: string;
  readonly failsOnce: readonly number[];
}

/** How often the page has asked since it was loaded. */
interface Asking {
  asked: number;
}

/** Runs in the page, before its own scripts. */
function answerInPage({ verdicts, first, failsOnce }: Judge): void {
  const counting = globalThis as never as Asking;
  counting.asked = 0;
  const ask = globalThis.fetch;
  const failing = (row: number): boolean => {
    const fails = failsOnce.includes(row) && sessionStorage.getItem(`failed ${row}`) === null;
    if (fails) sessionStorage.setItem(`failed ${row}`, 'once');
    return fails;
  };
  globalThis.fetch = async (path, init) => {
    if (path !== '/v1/claims') return ask(path, init);
    counting.asked += 1;
    const { text, model } = JSON.parse(String(init?.body)) as { text: string; model: string };
    const row = Number(/\d+/.exec(text)?.[0]);
    // A task of its own, as an answer from a network is; timers within timers would take 4 ms each.
    await new Promise((resolve) => {
      const channel = new MessageChannel();
      channel.port1.onmessage = resolve;
      channel.port2.postMessage(undefined);
    });
    if (failing(row)) return Response.json({ error: { code: 'internal_error' } }, { status: 500 });
    const verdict = verdicts[model === first ? 'first' : 'second'][row];
    const claim = {
      ...{ id: 'claim-1', text, original_text: text, start: 0, end: text.length, role: 'text' },
      ...{ message_index: 0, category: 'attribute', confidence: 0.9, evidence: [], explanation: 'So.' },
      ...{ verdict, verdict_confidence: 0.55 + (row % 5) / 10 },
    };
    const metadata = {
      ...{ claims_detected: 1, confidence_score: 0.9, sources_consulted: [], mode: 'verify' },
      claims: verdict === null ? [] : [claim],
      usage: { prompt_tokens: 90, completion_tokens: 10, total_tokens: 100 },
    };
    const done = `event: done\ndata: ${JSON.stringify({ fact_check_metadata: metadata })}\n\ndata: [DONE]\n\n`;
    return new Response(done, { headers: { 'content-type': 'text/event-stream' } });
  };
}

/**
 * @param first the id of the model that errs less.
 * @param failsOnce rows that fail the first time that somebody asks for them.
 */
export async function judgeInPage(
  page: Page,
  rows: number,
  first: string,
  failsOnce: readonly number[] = [],
): Promise<void> {
  const all = (model: 'first' | 'second') => upTo(rows).map((row) => verdictOf(row, model) ?? null);
  const judge: Judge = { verdicts: { first: all('first'), second: all('second') }, first, failsOnce };
  await page.addInitScript(answerInPage, judge);
}

export const askedSoFar = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as never as Asking).asked);
