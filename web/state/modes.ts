import type { FactCheckMode, MODES as GatewayModes } from '../../src/domain/fact-check-mode.ts';

/** The gateway's table of modes. The page takes types alone from there, and the compiler holds every entry to them. */
const MODES: typeof GatewayModes = {
  off: { detects: false, grounds: false, verifies: false },
  detect: { detects: true, grounds: false, verifies: false },
  ground: { detects: true, grounds: true, verifies: false },
  verify: { detects: true, grounds: true, verifies: true },
};

/** Whether claims are found. */
export const detects = (mode: FactCheckMode): boolean => MODES[mode].detects;
/** Whether evidence is looked for. */
export const grounds = (mode: FactCheckMode): boolean => MODES[mode].grounds;
/** Whether claims get a verdict. */
export const verifies = (mode: FactCheckMode): boolean => MODES[mode].verifies;
