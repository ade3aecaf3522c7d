import type { ApiKey } from '../../../domain/api-key.ts';
import type { Actor } from '../../admin/auditor.ts';

/** An operator who has shown an admin key. */
export interface Operator {
  readonly key: ApiKey;
  readonly actor: Actor;
}
