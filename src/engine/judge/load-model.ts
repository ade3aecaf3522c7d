/** Loads a model's folder and runs it. Blocks the thread that runs it: no thread that serves requests calls this. */
import { type EncodedText, loadRuntime, type TextTokenizer } from './load-runtime.ts';
import type { Pair, PairScore } from './pair-scorer.ts';
import { type ModelFolder, ModelFolderError, readModelFolder } from './read-folder.ts';

export interface LoadedModel {
  /** @returns the score of each pair, in order. */
  score(pairs: readonly Pair[]): Promise<PairScore[]>;
}

/** Tokens that are left for the passage, however long the claim is. */
const LEAST_PASSAGE = 16;

/** @throws ModelFolderError where the folder, or what runs it, cannot be used. */
export async function loadModel(folder: string): Promise<LoadedModel> {
  const described = readModelFolder(folder);
  const { tokenizer, run } = await loadRuntime(described);
  const encode = encoderOf(tokenizer, described);

  /**
   * One at a time: weights of seven bits see the range of all that is read together, so that a pair's score would depend on
   * its neighbours. Here it is the same each time, and a processor reads eight together no faster.
   */
  const scoreOne = async (pair: Pair): Promise<PairScore> => {
    const logits = await run(encode(pair));
    if (logits?.length !== described.labels.length)
      throw new ModelFolderError('model.onnx: its output has another shape');
    return toScore([...logits], described);
  };

  return {
    async score(pairs) {
      const scores: PairScore[] = [];
      for (const pair of pairs) scores.push(await scoreOne(pair));
      return scores;
    },
  };
}

/** @returns encodes a pair; where it is too long, the passage loses its end. */
function encoderOf(tokenizer: TextTokenizer, { claimFirst, maxLength }: ModelFolder) {
  const both = (claim: string, passage: string) => {
    const [text, text_pair] = claimFirst ? [claim, passage] : [passage, claim];
    return tokenizer.encode(text, { text_pair, return_token_type_ids: true });
  };
  return ({ claim, passage }: Pair): EncodedText => {
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
