/**
 * What turns the raw confidence of one judge's verdicts into a calibrated one: Platt scaling (Platt 1999), one
 * line in log-odds for verdicts that take a side and one for `not_enough_evidence`. Fitted by
 * `npm run bench:verify`, one file a judge.
 */
import type { Verdict } from '../../domain/claim.ts';
import type { JsonTarget } from '../../upstream/ask-json.ts';
import { PROMPT_VERSION } from './compose-question.ts';
import { logit, sigmoid } from './confidence.ts';

/** Calibrated log-odds = `slope` × raw log-odds + `offset`. */
export interface Line {
  readonly slope: number;
  readonly offset: number;
}

export interface Calibration {
  /** As `judgeName` says. */
  readonly judge: string;
  /** The wording it was fitted with; with another it does not hold. */
  readonly prompt: string;
  readonly decided: Line;
  readonly undecided: Line;
  /** How it was come by, for readers. */
  readonly fitted: {
    readonly claims: number;
    /** Expected calibration error before and after, the latter on claims left out of the fit. */
    readonly ece_raw: number;
    readonly ece: number;
  };
}

/** @returns the name of a judge in calibrations: the sandbox judges alike, whichever model is asked for. */
export function judgeName({ endpoint, model }: Pick<JsonTarget, 'endpoint' | 'model'>): string {
  return endpoint.sandbox ? 'sandbox' : `${model.provider}/${model.wireId}`;
}

/**
 * @param value the parsed file.
 * @throws Error that names what is wrong.
 */
export function readCalibration(value: unknown): Calibration {
  const { judge, prompt, decided, undecided, fitted } = asObject(value, 'the calibration');
  if (typeof judge !== 'string') throw new Error('judge must be a string');
  if (typeof prompt !== 'string') throw new Error('prompt must be a string');
  const { claims, ece_raw, ece } = asObject(fitted, 'fitted');
  return {
    judge,
    prompt,
    decided: readLine(decided, 'decided'),
    undecided: readLine(undecided, 'undecided'),
    fitted: {
      claims: asNumber(claims, 'fitted.claims'),
      ece_raw: asNumber(ece_raw, 'fitted.ece_raw'),
      ece: asNumber(ece, 'fitted.ece'),
    },
  };
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

function readLine(value: unknown, place: string): Line {
  const { slope, offset } = asObject(value, place);
  return { slope: asNumber(slope, `${place}.slope`), offset: asNumber(offset, `${place}.offset`) };
}

function asObject(value: unknown, place: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) throw new Error(`${place} must be an object`);
  return value as Readonly<Record<string, unknown>>;
}

function asNumber(value: unknown, place: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new Error(`${place} must be a number`);
  return value;
}
