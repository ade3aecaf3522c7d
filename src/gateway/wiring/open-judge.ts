/** Opens the gateway's own judge as config says. */
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { openPairScorer, type ScorerSettings, scorerStateOf } from '../../engine/judge/open-scorer.ts';
import type { JudgeState, PairScorer } from '../../engine/judge/pair-scorer.ts';
import { SHIPPED_MODEL } from '../../engine/judge/shipped-model.ts';
import type { Config } from '../config/read-config.ts';
import { isAddress } from '../config/scoring-address.ts';
import { openScoringServer } from './open-scoring-server.ts';

/** More processes would take what requests need. */
const MOST_THREADS = 2;
/** Requests to a server at a time: it batches by itself. */
const REQUESTS = 4;

export type JudgeConfig = Pick<Config, 'judge' | 'workers' | 'sourceKeys' | 'upstream'>;

function settingsOf({ judge: { local }, workers }: JudgeConfig): ScorerSettings {
  const { enabled, model = SHIPPED_MODEL, threads, threshold, maxPairs, deadline } = local;
  const processes = workers > 1 ? 1 : Math.min(MOST_THREADS, availableParallelism());
  const shared = { enabled, threshold, maxPairs, deadline, isBackground: true };
  return { ...shared, folder: path.resolve(model), threads: threads ?? processes };
}

/**
 * @param onFault called where the model is there and cannot be loaded, or a server begins to fail, with why.
 * @param isBackground whether others are served meanwhile, who go first.
 */
export function openJudge(
  config: JudgeConfig,
  onFault: (why: string) => void,
  isBackground = true,
): PairScorer {
  const settings = { ...settingsOf(config), isBackground };
  const { threads = REQUESTS } = config.judge.local;
  const address = addressOf(config);
  if (address === undefined) return openPairScorer(settings, onFault);
  const { close, ...server } = openScoringServer(address, config);
  const scorer = openPairScorer({ ...settings, threads, server }, onFault);
  return {
    ...scorer,
    async close() {
      await scorer.close();
      await close();
    },
  };
}

/** @returns how the judge is, without opening it. */
export function judgeStateOf(config: JudgeConfig): JudgeState {
  return addressOf(config) === undefined ? scorerStateOf(settingsOf(config)) : 'ready';
}

/** @returns what the judge's model is called, for people: a folder's name, or where the server that scores is. */
export function nameJudgeModel({ judge: { local } }: Pick<Config, 'judge'>): string {
  const { model = SHIPPED_MODEL } = local;
  if (!isAddress(model)) return model === SHIPPED_MODEL ? 'shipped' : path.basename(model);
  const { origin, pathname } = new URL(model);
  return `${origin}${pathname}`;
}

/** @returns the address of the server that scores; `undefined` where a model on this machine does, or nothing. */
function addressOf({ judge: { local } }: JudgeConfig): string | undefined {
  const { enabled, model = '' } = local;
  return enabled && isAddress(model) ? model : undefined;
}
