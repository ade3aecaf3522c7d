/** Vectors of frequent English words, which know of words that no labelled text has. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { hashWord } from '../../src/engine/claims/lexicon.ts';

export const VECTORS = join(import.meta.dirname, 'word-vectors.json.gz');
export const VECTOR_SIZE = 100;

export interface WordVectors {
  /** The hash of each word, as the tokenizer makes it. */
  readonly hashes: Int32Array;
  /** `VECTOR_SIZE` numbers for each word in turn, of deviation 1. */
  readonly values: Float64Array;
}

/** Further words are known by their endings alone: as many as the weights have room for. */
const WORDS = 20_000;

export function readVectors(): WordVectors {
  const file = JSON.parse(gunzipSync(readFileSync(VECTORS)).toString('utf8')) as {
    words: string;
    steps: string;
  };
  const words = file.words.split(' ').slice(0, WORDS);
  const steps = new Int8Array(Buffer.from(file.steps, 'base64')).subarray(0, words.length * VECTOR_SIZE);
  const deviation = Math.sqrt(steps.reduce((sum, step) => sum + step * step, 0) / steps.length);
  return {
    hashes: Int32Array.from(words, hashWord),
    values: Float64Array.from(steps, (step) => step / deviation),
  };
}
