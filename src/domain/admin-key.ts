import type { ApiKey } from './api-key.ts';

/** A key of one of the gateway's operators, for the admin API. */
export interface AdminKey {
  readonly key: ApiKey;
  /** By which the audit log knows it; its fingerprint where absent. */
  readonly name?: string;
}
