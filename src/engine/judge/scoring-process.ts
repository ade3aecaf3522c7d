/** A process that holds the model and scores pairs. */
import { loadModel } from './load-model.ts';
import type { Pair, PairScore } from './pair-scorer.ts';
import { serveLane } from './serve-lane.ts';

serveLane<Pair, PairScore>(async (folder) => {
  const { score } = await loadModel(folder);
  return score;
});
