/** Vectors of frequent English words, which know of words that no labelled text has. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { hashWord } from '../../src/claims/lexicon.ts';

export const VECTORS = join(import.meta.dirname, 'word-vectors.json.gz');
export const VECTOR_SIZE = 100;

export interface WordVectors {
  /** The hash of each word, as the tokenizer makes it. */
  readonly hashes: Int32Array;
  /** `VECTOR_SIZE` numbers for each word in turn. */
  readonly values: Float32Array;
}

export function readVectors(): WordVectors {
  const file = JSON.parse(gunzipSync(readFileSync(VECTORS)).toString('utf8')) as {
    words: string;
    scale: number;
    steps: string;
  };
  const steps = new Int8Array(Buffer.from(file.steps, 'base64'));
  return {
    hashes: Int32Array.from(file.words.split(' '), hashWord),
    values: Float32Array.from(steps, (step) => step * file.scale),
  };
}
