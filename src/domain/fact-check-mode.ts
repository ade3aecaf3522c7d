/**
 * The modes of fact checking: rungs of a ladder, the lowest first. Each does what those below it do, and one thing more:
 * nothing; claims are found, counted and listed; evidence is retrieved for them, which in a chat the model reads before it
 * answers; a judge gives each claim a verdict.
 */
export const FACT_CHECK_MODES = ['off', 'detect', 'ground', 'verify'] as const;
export type FactCheckMode = (typeof FACT_CHECK_MODES)[number];

/** The modes from a rung upwards. */
type From<
  Rung extends FactCheckMode,
  Ladder extends readonly FactCheckMode[] = typeof FACT_CHECK_MODES,
> = Ladder extends readonly [
  infer Lowest extends FactCheckMode,
  ...infer Higher extends readonly FactCheckMode[],
]
  ? Lowest extends Rung
    ? Ladder[number]
    : From<Rung, Higher>
  : never;

/** A mode that finds claims, so that there is something to report. */
export type CheckMode = From<'detect'>;
/** A mode that retrieves evidence, with the caller's key. */
export type GroundingMode = From<'ground'>;

/** @returns whether the mode stands on the rung or above it. */
export function reaches<Rung extends FactCheckMode>(mode: FactCheckMode, rung: Rung): mode is From<Rung> {
  return FACT_CHECK_MODES.indexOf(mode) >= FACT_CHECK_MODES.indexOf(rung);
}

export const CHECK_MODES: readonly CheckMode[] = FACT_CHECK_MODES.filter((mode) => reaches(mode, 'detect'));
