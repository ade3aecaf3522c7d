/** A check that is done, for those who want to hear of what was found. */
import type { FactCheckMetadata } from './claim.ts';

export interface FinishedCheck {
  readonly requestId: string;
  /** The route that was asked, such as `/v1/chat/completions`. */
  readonly api: string;
  /** The caller's fingerprint; absent where there was no key. */
  readonly callerId?: string;
  /** Name of the caller's plan. */
  readonly plan?: string;
  /** Name of the profile that applied. */
  readonly profile?: string;
  /** The model that answered or judged. */
  readonly model?: string;
  readonly metadata: FactCheckMetadata;
}

/** Never throws, and waits for nothing. */
export type OnChecked = (check: FinishedCheck) => void;
