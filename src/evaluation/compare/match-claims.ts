/** Matches extracted claims with reference claims, each with one at most. */

import type { Similarity } from '../../engine/text/similarity.ts';
import { assign } from './assign.ts';

/** How many were matched at one threshold. */
export interface MatchCounts {
  readonly matched: number;
  readonly extracted: number;
  readonly reference: number;
}

interface Matching extends MatchCounts {
  /** For each extracted claim, its reference claim, or -1. */
  readonly pairs: readonly number[];
  /** Sum of the similarities of the pairs. */
  readonly similarity: number;
}

/** @returns the similarity of each extracted claim (a row) to each reference claim. */
export function compareClaims(
  extracted: readonly string[],
  reference: readonly string[],
  similarity: Similarity,
): number[][] {
  return extracted.map((claim) => reference.map((other) => similarity(claim, other)));
}

/**
 * The matching with the most pairs at or above a threshold, and of those the one with the most similar pairs.
 *
 * @param threshold 0 to 1.
 */
export function matchClaims(
  similarities: readonly (readonly number[])[],
  reference: number,
  threshold: number,
): Matching {
  // A pair more always outweighs how alike pairs are: a whole step for each, far less for the rest.
  const share = 1 / (1 + Math.min(similarities.length, reference));
  const weights = similarities.map((row) => row.map((value) => (value >= threshold ? 1 + share * value : 0)));
  const pairs = assign(weights).map((column, row) =>
    column >= 0 && similarities[row]![column]! >= threshold ? column : -1,
  );
  const matched = pairs.filter((column) => column >= 0).length;
  return {
    pairs,
    matched,
    extracted: similarities.length,
    reference,
    similarity: pairs.reduce((sum, column, row) => sum + (column < 0 ? 0 : similarities[row]![column]!), 0),
  };
}

export interface Quality {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** Where nothing was extracted and nothing was to be, all are 1. */
export function qualityOf({ matched, extracted, reference }: MatchCounts): Quality {
  const precision = extracted === 0 ? (reference === 0 ? 1 : 0) : matched / extracted;
  const recall = reference === 0 ? (extracted === 0 ? 1 : 0) : matched / reference;
  return {
    precision,
    recall,
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
  };
}
