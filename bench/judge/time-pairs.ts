/** The time of a pair in the gateway's process for scoring, and in its runtime alone. */
import { createRequire } from 'node:module';
import { performance } from 'node:perf_hooks';
import { loadModel } from '../../src/engine/judge/load-model.ts';
import { openPairScorer } from '../../src/engine/judge/open-scorer.ts';
import type { Pair } from '../../src/engine/judge/pair-scorer.ts';
import { readWrittenExcerpts } from './written-excerpts.ts';

interface Times {
  /** Milliseconds of a pair, through the gateway's queue and process. */
  readonly own: number;
  readonly runtime: number;
  /** The median of each group's ratio. */
  readonly ratio: number;
  /** The median of a pair's tokens. */
  readonly tokens: number;
}

const PAIRS = 160;

export function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** @param atOnce pairs that are asked together. */
export async function timePairs(writtenDir: string, folder: string, atOnce: number): Promise<Times> {
  const pairs = readWrittenExcerpts(writtenDir, PAIRS);
  const groups = Array.from({ length: Math.floor(pairs.length / atOnce) }, (_, at) =>
    pairs.slice(at * atOnce, (at + 1) * atOnce),
  );
  const scorer = openPairScorer({
    ...{ enabled: true, folder, isBackground: false, threads: 1, maxPairs: 1_000, deadline: 60_000 },
  });
  const runtime = await recordRuns(folder);
  const { signal } = new AbortController();
  try {
    // The model is loaded, and the code compiled.
    for (const group of groups.slice(0, 3)) await scorer.score(marked(group), signal);
    const times: { own: number; runtime: number }[] = [];
    const tokens: number[] = [];
    for (const group of groups) {
      const replay = await runtime.record(group);
      tokens.push(...replay.tokens);
      const own = await took(() => scorer.score(group, signal));
      times.push({ own: own / atOnce, runtime: (await took(replay.run)) / atOnce });
    }
    return {
      own: medianOf(times.map(({ own }) => own)),
      runtime: medianOf(times.map((one) => one.runtime)),
      ratio: medianOf(times.map((one) => one.own / one.runtime)),
      tokens: medianOf(tokens),
    };
  } finally {
    await scorer.close();
  }
}

/** Other texts for a memory of scores, the same to a model. */
function marked(group: readonly Pair[]): Pair[] {
  return group.map(({ claim, passage }) => ({ claim: `${claim} `, passage }));
}

async function took(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

interface Session {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(feeds: Readonly<Record<string, { readonly dims: readonly number[] }>>): Promise<unknown>;
}

/** Loads the model here too, and notes what its runtime is asked. */
async function recordRuns(folder: string) {
  const { InferenceSession } = createRequire(import.meta.url)('onnxruntime-node') as {
    InferenceSession: { create(...args: unknown[]): Promise<Session> };
  };
  const feeds: Parameters<Session['run']>[0][] = [];
  const { create } = InferenceSession;
  let session: Session | undefined;
  InferenceSession.create = async (...args) => {
    const opened = await create.apply(InferenceSession, args);
    session = opened;
    return {
      inputNames: opened.inputNames,
      outputNames: opened.outputNames,
      run(fed) {
        feeds.push(fed);
        return opened.run(fed);
      },
    };
  };
  const model = await loadModel(folder).finally(() => {
    InferenceSession.create = create;
  });
  return {
    async record(pairs: readonly Pair[]) {
      feeds.length = 0;
      await model.score(pairs);
      const asked = [...feeds];
      return {
        tokens: asked.flatMap(({ input_ids: ids }) =>
          new Array<number>(ids?.dims[0] ?? 0).fill(ids?.dims[1] ?? 0),
        ),
        run: async () => {
          for (const fed of asked) await session?.run(fed);
        },
      };
    },
  };
}
