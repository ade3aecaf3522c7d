/** A server that scores pairs, simulated: Text Embeddings Inference's `/predict`, vLLM's `/classify` and `/score`. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Pair, PairScore } from '../../src/engine/judge/pair-scorer.ts';

export const SEPARATOR = '</s></s>';
/** Of the simulated model, in the order of its outputs. */
export const MODEL_LABELS = ['contradiction', 'entailment', 'neutral'] as const;

interface Asked {
  readonly path: string;
  readonly key: string | undefined;
  readonly pairs: readonly Pair[];
}

export interface SimulatedScoringServer {
  readonly url: string;
  readonly asked: Asked[];
  /** In place of the next answers, until it is taken back: a status, a text, or no answer at all. */
  fail(how: { readonly status?: number; readonly text?: string } | 'silent' | undefined): void;
  stop(): Promise<void>;
}

/** @param say the scores of a pair, as a model has them. */
export async function startScoringServer(say: (pair: Pair) => PairScore): Promise<SimulatedScoringServer> {
  const asked: Asked[] = [];
  let failure: Parameters<SimulatedScoringServer['fail']>[0];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request) text += String(piece);
    const path = request.url ?? '';
    const pairs = readPairs(path, JSON.parse(text));
    asked.push({ path, key: request.headers.authorization, pairs });
    if (failure === 'silent') return;
    const { status = 200, text: said = JSON.stringify(answerOf(path, pairs.map(say))) } = failure ?? {};
    response.writeHead(status, { 'content-type': 'application/json' }).end(said);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    fail(how) {
      failure = how;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function readPairs(path: string, body: Record<string, unknown>): Pair[] {
  if (path.endsWith('/predict')) {
    return (body.inputs as [string, string][]).map(([passage, claim]) => ({ claim, passage }));
  }
  if (path.endsWith('/classify')) {
    return (body.input as string[]).map((text) => {
      const [passage = '', claim = ''] = text.split(SEPARATOR);
      return { claim, passage };
    });
  }
  const claims = body.text_2 as string[];
  return (body.text_1 as string[]).map((passage, at) => ({ claim: claims[at] ?? '', passage }));
}

function answerOf(path: string, scores: readonly PairScore[]): unknown {
  const outputs = scores.map((score) => [score.refuted, score.supported, score.not_enough_info]);
  if (path.endsWith('/predict')) {
    // The likeliest label comes first.
    return outputs.map((row) =>
      row.map((score, at) => ({ score, label: MODEL_LABELS[at] })).sort((a, b) => b.score - a.score),
    );
  }
  const data = path.endsWith('/classify')
    ? outputs.map((probs, index) => ({ index, label: 'LABEL_0', probs, num_classes: 3 }))
    : scores.map(({ supported: score }, index) => ({ index, object: 'score', score }));
  // In any order: each says which it is.
  return { id: 'x', object: 'list', data: data.toReversed() };
}
