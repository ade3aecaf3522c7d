/** Joins the settings of verification with what they need. The server and the command line share it. */
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import type { VerifySettings } from '../../engine/factcheck/check-plan.ts';
import { fenceWordUnder } from '../../engine/factcheck/choose/fence-evidence.ts';
import { loadCalibrations } from '../../engine/factcheck/judge/calibration.ts';
import { createCallerCache } from '../../engine/factcheck/judge/verdict-cache.ts';
import type { PairScorer } from '../../engine/judge/pair-scorer.ts';
import { createNativeSearch } from '../../models/upstream/native-search.ts';
import { deriveSubkey } from '../admission/derive-subkey.ts';
import type { Config } from '../config/read-config.ts';
import type { Providers } from './open-providers.ts';
import { USER_AGENT } from './version.ts';

/** Searches of the judge's own for one request, at most. */
const NATIVE_CALLS = 3;

/**
 * @param local the gateway's own judge.
 * @param secret the server's: fences around texts of others have words that those texts cannot know.
 */
export function openVerification(
  config: Pick<Config, 'dataDir' | 'factCheck'>,
  { http }: Pick<Providers, 'http'>,
  local: PairScorer,
  secret: string,
): VerifySettings {
  const kept = { size: 20_000, maxAge: 3_600_000, now: () => performance.now() };
  return {
    ...config.factCheck.verify,
    local,
    verdicts: createCallerCache(kept),
    citations: createCallerCache(kept),
    readings: createCallerCache(kept),
    native: {
      search: createNativeSearch({ http, userAgent: USER_AGENT }),
      maxCalls: NATIVE_CALLS,
    },
    calibrations: loadCalibrations(path.join(config.dataDir, 'calibrations')),
    fenceWord: fenceWordUnder(deriveSubkey(secret, 'fences')),
    now: () => performance.now(),
    today: () => new Date().toISOString().slice(0, 10),
  };
}
