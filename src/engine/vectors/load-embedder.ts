/** Loads a model for vectors and runs it. Blocks the thread that runs it: no thread that serves requests calls this. */
import { type TextVector, toVector } from '../corpus/vector.ts';
import { loadRuntime } from '../judge/load-runtime.ts';
import { ModelFolderError } from '../judge/read-folder.ts';
import { readEmbedderFolder } from './read-embedder-folder.ts';

/** UTF-16 units of a text for each token that is read: hardly a text has as many. */
const UNITS_A_TOKEN = 12;

/**
 * @returns reads texts, one after the other: what is read together would change each other's numbers, and be no faster.
 * @throws ModelFolderError where the folder, or what runs it, cannot be used.
 */
export async function loadEmbedder(
  folder: string,
): Promise<(texts: readonly string[]) => Promise<TextVector[]>> {
  const described = readEmbedderFolder(folder);
  const { maxLength, pooling } = described;
  const { tokenizer, run } = await loadRuntime(described);
  const read = async (text: string): Promise<TextVector> => {
    const { ids } = tokenizer.encode(text.slice(0, maxLength * UNITS_A_TOKEN).toWellFormed(), {});
    // What is too long loses its end, but not the mark behind it.
    const kept = ids.length > maxLength ? [...ids.slice(0, maxLength - 1), ids.at(-1)!] : ids;
    const output = await run({
      input_ids: kept,
      attention_mask: kept.map(() => 1),
      token_type_ids: kept.map(() => 0),
    });
    const size = (output?.length ?? 0) / kept.length;
    if (size === 0 || !Number.isInteger(size)) {
      throw new ModelFolderError('model.onnx: its output has another shape');
    }
    return toVector(pooling === 'cls' ? output.subarray(0, size) : meanOf(output, size));
  };
  return async (texts) => {
    const vectors: TextVector[] = [];
    for (const text of texts) vectors.push(await read(text));
    return vectors;
  };
}

function meanOf(output: Float32Array, size: number): Float32Array {
  const mean = new Float32Array(size);
  for (let at = 0; at < output.length; at++) mean[at % size]! += output[at]!;
  return mean;
}
