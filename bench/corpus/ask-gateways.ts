/** Asks gateways in mode `ground`: at a steady rate however long answers take, or so many at once. */
import { Agent, request } from 'node:http';
import { quantile } from '../gateway/load.ts';

export interface Asked {
  /** Milliseconds to the end of an answer, in order. */
  readonly totals: readonly number[];
  /** Answers a second. */
  readonly rate: number;
  /** Share of the answers that name the corpus among the sources that were consulted. */
  readonly searched: number;
  /** Requests that were not answered with 200. */
  readonly failed: number;
}

export interface Load {
  readonly ports: readonly number[];
  readonly seconds: number;
  /** Of a request, another one each time. */
  readonly textOf: (number: number) => string;
  readonly mode: string;
}

/** @param rate requests a second. */
export function askAtRate(load: Load, rate: number): Promise<Asked> {
  return gather(load, async (ask) => {
    const all: Promise<void>[] = [];
    const began = performance.now();
    while (performance.now() < began + load.seconds * 1_000) {
      const due = Math.floor(((performance.now() - began) / 1_000) * rate);
      while (all.length < due) all.push(ask());
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await Promise.all(all);
  });
}

/** @param atOnce each asks again as soon as it has its answer. */
export function askAtOnce(load: Load, atOnce: number): Promise<Asked> {
  return gather(load, async (ask) => {
    const until = performance.now() + load.seconds * 1_000;
    const one = async (): Promise<void> => {
      while (performance.now() < until) await ask();
    };
    await Promise.all(Array.from({ length: atOnce }, one));
  });
}

let asked = 0;

async function gather(load: Load, work: (ask: () => Promise<void>) => Promise<void>): Promise<Asked> {
  const totals: number[] = [];
  let [searched, failed] = [0, 0];
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const began = performance.now();
  await work(async () => {
    const start = performance.now();
    const number = asked++;
    const port = load.ports[number % load.ports.length] as number;
    const answer = await ask(agent, port, load.textOf(number), load.mode);
    if (answer === undefined) failed++;
    else {
      totals.push(performance.now() - start);
      if (answer.includes('corpus')) searched++;
    }
  });
  const seconds = (performance.now() - began) / 1_000;
  agent.destroy();
  totals.sort((a, b) => a - b);
  return { totals, rate: totals.length / seconds, searched: searched / totals.length, failed };
}

/** @returns names of the sources that were consulted, or need not be; `undefined` where it was refused. */
function ask(
  agent: Agent,
  port: number,
  content: string,
  mode: string,
): Promise<readonly string[] | undefined> {
  const body = JSON.stringify({
    model: 'gpt-6-luna',
    messages: [{ role: 'user', content }],
    fact_check: { mode },
  });
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    Authorization: 'Bearer sk-bench-0123456789',
  };
  const options = { host: '127.0.0.1', port, path: '/v1/chat/completions', method: 'POST', agent, headers };
  return new Promise((resolve, reject) => {
    const sent = request(options, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode !== 200) return resolve(undefined);
        const { fact_check_metadata } = JSON.parse(Buffer.concat(pieces).toString());
        // A text in which no claim was found is not looked up.
        const { claims_detected = 0, sources_consulted = [] } = fact_check_metadata ?? {};
        resolve(claims_detected === 0 ? ['corpus'] : sources_consulted);
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Three quantiles, in milliseconds. */
export const quantiles = (ordered: readonly number[]): string =>
  [0.5, 0.95, 0.99].map((share) => quantile(ordered, share).toFixed(1)).join(' / ');
