/// <reference path="./onnxruntime-node.d.ts" />
/** Loads a model's folder and runs it. Blocks the thread that runs it: no thread that serves requests calls this. */
import { readFileSync } from 'node:fs';
import type { Pair, PairScore } from './pair-scorer.ts';
import { type ModelFolder, ModelFolderError, readModelFolder } from './read-folder.ts';

export interface LoadedModel {
  /** @returns the score of each pair, in order. */
  score(pairs: readonly Pair[]): Promise<PairScore[]>;
}

/** Pairs that are read at once, and the most tokens that they have together: more would not be faster. */
const MOST_AT_ONCE = 8;
const MOST_TOKENS = 1_024;
/** Of pairs that are read at once, the shortest may have this share of the longest's tokens. */
const LEAST_SHARE = 0.75;
/** Tokens that are left for the passage, however long the claim is. */
const LEAST_PASSAGE = 16;

/** @throws ModelFolderError where the folder, or what runs it, cannot be used. */
export async function loadModel(folder: string): Promise<LoadedModel> {
  const described = readModelFolder(folder);
  const [{ InferenceSession, Tensor }, { Tokenizer }] = await loadPackages();
  const { tokenizer, lowersCase } = await attempt('tokenizer.json', async () => {
    const json = JSON.parse(readFileSync(described.tokenizerFile, 'utf8')) as TokenizerFile;
    return { tokenizer: new Tokenizer(json, {}), lowersCase: json.normalizer?.lowercase === true };
  });
  const session = await attempt('model.onnx', () =>
    InferenceSession.create(described.modelFile, {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      graphOptimizationLevel: 'all',
    }),
  );
  for (const name of session.inputNames) {
    if (!INPUTS.includes(name as InputName)) throw new ModelFolderError(`model.onnx: unknown input ${name}`);
  }
  const encode = encoderOf(lowersCase ? plainSigma(tokenizer) : tokenizer, described);

  const run = async (batch: readonly Encoded[]): Promise<PairScore[]> => {
    const width = Math.max(...batch.map(({ input_ids }) => input_ids.length));
    const feeds = Object.fromEntries(
      session.inputNames.map((name) => {
        const data = new BigInt64Array(batch.length * width);
        for (const [row, encoded] of batch.entries()) {
          for (const [at, id] of encoded[name as InputName].entries()) data[row * width + at] = BigInt(id);
        }
        return [name, new Tensor('int64', data, [batch.length, width])];
      }),
    );
    const output = (await session.run(feeds))[session.outputNames[0] as string];
    const logits = output?.data as Float32Array;
    const size = described.labels.length;
    if (logits?.length !== batch.length * size)
      throw new ModelFolderError('model.onnx: its output has another shape');
    return batch.map((_, row) => toScore([...logits.subarray(row * size, (row + 1) * size)], described));
  };

  return {
    async score(pairs) {
      const encoded = pairs.map((pair, index) => ({ index, ...encode(pair) }));
      const scores = new Array<PairScore>(pairs.length);
      for (const batch of batchesOf(encoded)) {
        const done = await run(batch);
        for (const [row, { index }] of batch.entries()) scores[index] = done[row] as PairScore;
      }
      return scores;
    },
  };
}

/** @throws ModelFolderError where this installation lacks them, or they do not run on this system. */
async function loadPackages() {
  try {
    return await Promise.all([import('onnxruntime-node'), import('@huggingface/tokenizers')]);
  } catch (error) {
    throw new ModelFolderError(`onnxruntime-node does not run here (${(error as Error).name})`);
  }
}

async function attempt<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new ModelFolderError(`${file} cannot be read: ${(error as Error).message.split('\n')[0]}`);
  }
}

const INPUTS = ['input_ids', 'attention_mask', 'token_type_ids'] as const;
type InputName = (typeof INPUTS)[number];
type Encoded = Readonly<Record<InputName, readonly number[]>> & { readonly index: number };

interface PairTokenizer {
  encode(
    text: string,
    options: { text_pair?: string; return_token_type_ids?: boolean },
  ): { ids: number[]; token_type_ids?: number[] };
}

interface TokenizerFile {
  readonly normalizer?: { readonly lowercase?: boolean } | null;
}

/** JavaScript writes the last sigma of a word in another way than the tokenizer that the model was trained with. */
function plainSigma(tokenizer: PairTokenizer): PairTokenizer {
  const plain = (text: string): string => text.replaceAll('Σ', 'σ');
  return {
    encode: (text, { text_pair = '', ...options }) =>
      tokenizer.encode(plain(text), { ...options, text_pair: plain(text_pair) }),
  };
}

/** @returns encodes a pair; where it is too long, the passage loses its end. */
function encoderOf(tokenizer: PairTokenizer, { claimFirst, maxLength }: ModelFolder) {
  const both = (claim: string, passage: string) => {
    const [text, text_pair] = claimFirst ? [claim, passage] : [passage, claim];
    return tokenizer.encode(text, { text_pair, return_token_type_ids: true });
  };
  return ({ claim, passage }: Pair): Omit<Encoded, 'index'> => {
    let left = passage;
    let encoded = both(shorten(claim, maxLength - LEAST_PASSAGE), left);
    // Few pairs are too long, and few of those twice.
    while (encoded.ids.length > maxLength && left !== '') {
      const share = (maxLength / encoded.ids.length) * 0.95;
      left = left.slice(0, Math.min(left.length - 1, Math.floor(left.length * share)));
      encoded = both(shorten(claim, maxLength - LEAST_PASSAGE), left);
    }
    const ids = encoded.ids.slice(0, maxLength);
    return {
      input_ids: ids,
      attention_mask: ids.map(() => 1),
      token_type_ids: encoded.token_type_ids?.slice(0, maxLength) ?? ids.map(() => 0),
    };
  };
}

/** A token has at least one character, most have four. */
function shorten(claim: string, tokens: number): string {
  return claim.length <= tokens * 4 ? claim : claim.slice(0, tokens * 4).toWellFormed();
}

/** Pairs of about the same length together: what is filled up costs as much as what is read. */
function* batchesOf(encoded: readonly Encoded[]): Generator<readonly Encoded[]> {
  let batch: Encoded[] = [];
  for (const one of encoded.toSorted((a, b) => b.input_ids.length - a.input_ids.length)) {
    const longest = batch[0]?.input_ids.length ?? 0;
    const fits =
      batch.length < MOST_AT_ONCE &&
      (batch.length + 1) * longest <= MOST_TOKENS &&
      one.input_ids.length >= longest * LEAST_SHARE;
    if (batch.length > 0 && !fits) {
      yield batch;
      batch = [];
    }
    batch.push(one);
  }
  if (batch.length > 0) yield batch;
}

/** Softmax of the calibrated logits. */
function toScore(logits: readonly number[], { labels, temperature, bias }: ModelFolder): PairScore {
  const scaled = logits.map((logit, index) => logit / temperature + (bias[index] as number));
  const most = Math.max(...scaled);
  const weights = scaled.map((value) => Math.exp(value - most));
  const sum = weights.reduce((all, weight) => all + weight, 0);
  return Object.fromEntries(
    labels.map((label, index) => [label, (weights[index] as number) / sum]),
  ) as unknown as PairScore;
}
