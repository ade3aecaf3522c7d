/** Reads what the folder of a model for vectors says of it: `config.json`, beside `model.onnx` and `tokenizer.json`. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ModelFolderError, readConfig, wrong } from '../judge/read-folder.ts';

export interface EmbedderFolder {
  readonly modelFile: string;
  readonly tokenizerFile: string;
  /** Tokens of a text that are read. */
  readonly maxLength: number;
  /** Which of the tokens' vectors is the text's: the first one's, or their mean. */
  readonly pooling: 'cls' | 'mean';
  /** Stand before a question and a passage, as the model was trained. */
  readonly prefixes: { readonly question: string; readonly passage: string };
  /** 32 bits: vectors of another model, or of one that reads texts in another way, are others. */
  readonly fingerprint: number;
}

const MAX_LENGTH = 256;

/** @throws ModelFolderError where a file is missing, or `config.json` cannot be understood. */
export function readEmbedderFolder(folder: string): EmbedderFolder {
  const config = readConfig(folder);
  const {
    max_length: maxLength = MAX_LENGTH,
    pooling = 'cls',
    question_prefix: question = '',
    passage_prefix: passage = '',
    tokenizer = 'tokenizer.json',
  } = config;
  if (typeof maxLength !== 'number' || !Number.isInteger(maxLength) || maxLength < 16 || maxLength > 8_192) {
    throw wrong('max_length must be a whole number from 16 to 8192');
  }
  if (pooling !== 'cls' && pooling !== 'mean') throw wrong('pooling must be cls or mean');
  if (typeof question !== 'string' || typeof passage !== 'string') throw wrong('prefixes must be texts');
  if (typeof tokenizer !== 'string') throw wrong('tokenizer must name a file');
  const [modelFile, tokenizerFile] = [path.join(folder, 'model.onnx'), path.join(folder, tokenizer)];
  for (const file of [modelFile, tokenizerFile]) {
    if (!existsSync(file)) throw new ModelFolderError(`${path.basename(file)} is missing in ${folder}`);
  }
  const said = JSON.stringify([config.name ?? path.basename(folder), maxLength, pooling, question, passage]);
  return {
    modelFile,
    tokenizerFile,
    maxLength,
    pooling,
    prefixes: { question, passage },
    fingerprint: createHash('sha256').update(said).digest().readUInt32BE(0),
  };
}
