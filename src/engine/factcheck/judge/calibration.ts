/**
 * What turns the raw confidence of one judge's verdicts into a calibrated one: Platt scaling (Platt 1999), one
 * line in log-odds for verdicts that take a side and one for `not_enough_evidence`. Fitted by
 * `npm run bench:verify`, one file per judge.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Verdict } from '../../../domain/claim.ts';
import type { JsonModel } from '../../../models/upstream/ask-json.ts';
import { logit, sigmoid } from '../state/confidence.ts';
import { PROMPT_VERSION } from './compose-question.ts';

/** Calibrated log-odds = `slope` × raw log-odds + `offset`. */
const LINE = z.object({ slope: z.number(), offset: z.number() });
export type Line = z.infer<typeof LINE>;

const CALIBRATION = z.object(
  {
    /** As `judgeName` says. */
    judge: z.string(),
    /** The wording it was fitted with; with another it does not hold. */
    prompt: z.string(),
    decided: LINE,
    undecided: LINE,
    /**
     * On how many claims it was fitted, and the expected calibration error before and after, the latter on claims
     * left out of the fit.
     */
    fitted: z.object({ claims: z.number(), ece_raw: z.number(), ece: z.number() }),
  },
  'the calibration must be an object',
);
export type Calibration = Readonly<z.infer<typeof CALIBRATION>>;

/** @returns the name of a judge in calibrations: the sandbox judges alike, whichever model is asked for. */
export function judgeName({ endpoint, model }: Pick<JsonModel, 'endpoint' | 'model'>): string {
  return endpoint.sandbox ? 'sandbox' : `${model.provider}/${model.wireId}`;
}

/**
 * @param value the parsed file.
 * @throws Error that names what is wrong.
 */
export function readCalibration(value: unknown): Calibration {
  const { data, error } = CALIBRATION.safeParse(value);
  if (data !== undefined) return data;
  const { path: place = [], message } = error.issues[0] ?? {};
  throw new Error(place.length === 0 ? message : `${place.join('.')}: ${message}`);
}

/**
 * @param directory holds one file per judge, as `npm run bench:verify` leaves them; it need not be there.
 * @throws Error that names the file which cannot be read as one.
 */
export function loadCalibrations(directory: string): readonly Calibration[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((name) => name.endsWith('.json'))
    .map((name) => {
      const file = path.join(directory, name);
      try {
        return readCalibration(JSON.parse(readFileSync(file, 'utf8')));
      } catch (error) {
        throw new Error(`${file}: ${(error as Error).message}`);
      }
    });
}

/** @returns the calibration of that judge for the wording in use, where there is one. */
export function findCalibration(
  calibrations: readonly Calibration[],
  judge: string,
): Calibration | undefined {
  return calibrations.find((one) => one.judge === judge && one.prompt === PROMPT_VERSION);
}

/**
 * @param raw above 0 and below 1.
 * @returns 0.01 to 0.99.
 */
export function calibrate(raw: number, verdict: Verdict, calibration: Calibration): number {
  const line = verdict === 'not_enough_evidence' ? calibration.undecided : calibration.decided;
  return Math.min(0.99, Math.max(0.01, sigmoid(line.slope * logit(raw) + line.offset)));
}
