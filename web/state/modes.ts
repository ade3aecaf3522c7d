import type { FactCheckMode, FACT_CHECK_MODES as GatewayModes } from '../../src/domain/fact-check-mode.ts';

/** The gateway's ladder of modes. The page takes types alone from there, and the compiler holds the order to them. */
const LADDER: typeof GatewayModes = ['off', 'detect', 'ground', 'verify'];

const reaches = (mode: FactCheckMode, rung: FactCheckMode): boolean =>
  LADDER.indexOf(mode) >= LADDER.indexOf(rung);

/** Whether claims are found. */
export const detects = (mode: FactCheckMode): boolean => reaches(mode, 'detect');
/** Whether evidence is looked for. */
export const grounds = (mode: FactCheckMode): boolean => reaches(mode, 'ground');
/** Whether claims get a verdict. */
export const verifies = (mode: FactCheckMode): boolean => reaches(mode, 'verify');
