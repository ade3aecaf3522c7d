/// <reference path="./onnxruntime-node.d.ts" />
/** Loads a model and its tokenizer. Blocks the thread that runs it: no thread that serves requests calls this. */
import { readFileSync } from 'node:fs';
import { ModelFolderError } from './read-folder.ts';

const INPUTS = ['input_ids', 'attention_mask', 'token_type_ids'] as const;
type InputName = (typeof INPUTS)[number];

/** By the names of the model's inputs: tokens, which of them are text, and to which of two texts each belongs. */
export type EncodedText = Readonly<Record<InputName, readonly number[]>>;

export interface TextTokenizer {
  encode(
    text: string,
    options: { text_pair?: string; return_token_type_ids?: boolean },
  ): { ids: number[]; token_type_ids?: number[] };
}

export interface ModelRuntime {
  readonly tokenizer: TextTokenizer;
  /** @returns the first output for one text, or one pair of texts. */
  run(encoded: EncodedText): Promise<Float32Array>;
}

/** @throws ModelFolderError where the files, or what runs them, cannot be used. */
export async function loadRuntime(files: {
  readonly modelFile: string;
  readonly tokenizerFile: string;
}): Promise<ModelRuntime> {
  const [{ InferenceSession, Tensor }, { Tokenizer }] = await loadPackages();
  const { tokenizer, lowersCase } = await attempt('tokenizer.json', async () => {
    const json = JSON.parse(readFileSync(files.tokenizerFile, 'utf8')) as TokenizerFile;
    return { tokenizer: new Tokenizer(json, {}), lowersCase: json.normalizer?.lowercase === true };
  });
  const session = await attempt('model.onnx', () =>
    InferenceSession.create(files.modelFile, {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      graphOptimizationLevel: 'all',
    }),
  );
  for (const name of session.inputNames) {
    if (!INPUTS.includes(name as InputName)) throw new ModelFolderError(`model.onnx: unknown input ${name}`);
  }
  return {
    tokenizer: lowersCase ? plainSigma(tokenizer) : tokenizer,
    async run(encoded) {
      const feeds = Object.fromEntries(
        session.inputNames.map((name) => {
          const data = BigInt64Array.from(encoded[name as InputName], BigInt);
          return [name, new Tensor('int64', data, [1, data.length])];
        }),
      );
      return (await session.run(feeds))[session.outputNames[0] as string]?.data as Float32Array;
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

interface TokenizerFile {
  readonly normalizer?: { readonly lowercase?: boolean } | null;
}

/** JavaScript writes the last sigma of a word in another way than the tokenizer that the model was trained with. */
function plainSigma(tokenizer: TextTokenizer): TextTokenizer {
  const plain = (text: string): string => text.replaceAll('Σ', 'σ');
  return {
    encode: (text, { text_pair, ...options }) =>
      tokenizer.encode(plain(text), {
        ...options,
        ...(text_pair === undefined ? {} : { text_pair: plain(text_pair) }),
      }),
  };
}
