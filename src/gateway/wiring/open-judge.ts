/** Opens the gateway's own judge as config says. */
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { openPairScorer, type ScorerSettings } from '../../engine/judge/open-scorer.ts';
import type { PairScorer } from '../../engine/judge/pair-scorer.ts';
import { SHIPPED_MODEL } from '../../engine/judge/shipped-model.ts';
import type { Config } from '../config/read-config.ts';

/** More processes would take what requests need. */
const MOST_THREADS = 2;

export function judgeSettingsOf({
  judge: { local },
  workers,
}: Pick<Config, 'judge' | 'workers'>): ScorerSettings {
  const { enabled, model = SHIPPED_MODEL, threads, threshold, maxPairs, deadline } = local;
  const shipped = workers > 1 ? 1 : Math.min(MOST_THREADS, availableParallelism());
  return {
    ...{ enabled, folder: path.resolve(model), threads: threads ?? shipped, threshold, maxPairs, deadline },
    isBackground: true,
  };
}

/**
 * @param onFault called once where the model is there and cannot be loaded, with why.
 * @param isBackground whether others are served meanwhile, who go first.
 */
export function openJudge(
  config: Pick<Config, 'judge' | 'workers'>,
  onFault: (why: string) => void,
  isBackground = true,
): PairScorer {
  return openPairScorer({ ...judgeSettingsOf(config), isBackground }, onFault);
}
