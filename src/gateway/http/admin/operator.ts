import type { ApiKey } from '../../../domain/api-key.ts';
import type { OperatorRole } from '../../../domain/operator-role.ts';
import type { Actor } from '../../admin/auditor.ts';

/** An operator who has shown an admin key, or signed in. */
export interface Operator {
  /** The key, or of a person what is theirs alone: repeated requests are known again by it. */
  readonly key: Pick<ApiKey, 'reveal'>;
  readonly role: OperatorRole;
  readonly actor: Actor;
}
