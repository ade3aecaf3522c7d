import type { FactCheckMetadata } from '../../web/api/types.ts';

/** Of claims whose verdicts a test does not count. */
export const NO_VERDICTS: FactCheckMetadata['summary'] = {
  ...{ claims: 0, supported: 0, refuted: 0, conflicting: 0, not_enough_evidence: 0, unchecked: 0 },
};
