/** The modes of fact checking: which steps the claims of a conversation or a text go through. */

interface ModeSteps {
  /** Claims are found, counted and listed. */
  readonly detects: boolean;
  /** Evidence is retrieved for them; in a chat, the model reads it before it answers. */
  readonly grounds: boolean;
  /** A judge gives each claim a verdict. */
  readonly verifies: boolean;
}

/** The one place that knows the modes: all others read a mode's steps here, and compare no names. */
export const MODES = {
  off: { detects: false, grounds: false, verifies: false },
  detect: { detects: true, grounds: false, verifies: false },
  ground: { detects: true, grounds: true, verifies: false },
  verify: { detects: true, grounds: true, verifies: true },
} as const satisfies Readonly<Record<string, ModeSteps>>;

export type FactCheckMode = keyof typeof MODES;

type ModeThat<Step extends keyof ModeSteps> = {
  [Mode in FactCheckMode]: (typeof MODES)[Mode][Step] extends true ? Mode : never;
}[FactCheckMode];

/** A mode that finds claims, so that there is something to report. */
export type CheckMode = ModeThat<'detects'>;
/** A mode that retrieves evidence, with the caller's key. */
type GroundingMode = ModeThat<'grounds'>;

export const FACT_CHECK_MODES = Object.keys(MODES) as readonly FactCheckMode[];
export const CHECK_MODES = FACT_CHECK_MODES.filter((mode) => detects(mode)) as readonly CheckMode[];

export function detects(mode: FactCheckMode): mode is CheckMode {
  return MODES[mode].detects;
}

export function grounds(mode: FactCheckMode): mode is GroundingMode {
  return MODES[mode].grounds;
}

export function verifies(mode: FactCheckMode): boolean {
  return MODES[mode].verifies;
}
