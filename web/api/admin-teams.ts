/** Teams: groups of issued keys, from the admin API. */
import { change, look } from './admin.ts';
import type { BudgetTerms, HolderUse } from './admin-keys.ts';

export interface TeamTerms extends BudgetTerms {
  readonly name: string;
  /** Of its keys that have none of their own. */
  readonly plan: string | null;
  readonly note: string | null;
}

export interface Team extends TeamTerms, HolderUse {
  readonly id: string;
  /** Those that are not revoked. */
  readonly keys: number;
}

/** What becomes of the keys of a team that is deleted. */
export const KEYS_OF_DELETED = ['release', 'revoke'] as const;
export type KeysOfDeleted = (typeof KEYS_OF_DELETED)[number];

/** By their names, a thousand at most. @throws ApiFailure */
export const readTeams = async (adminKey: string, signal: AbortSignal): Promise<readonly Team[]> =>
  (await look<{ readonly data: readonly Team[] }>('teams?limit=1000', adminKey, signal)).data;

/** @throws ApiFailure */
export async function createTeam(adminKey: string, terms: TeamTerms): Promise<void> {
  await change('POST', 'teams', adminKey, terms);
}

/** @throws ApiFailure */
export async function changeTeam(adminKey: string, id: string, terms: Partial<TeamTerms>): Promise<void> {
  await change('PATCH', `teams/${id}`, adminKey, terms);
}

/** @param keys what becomes of its keys; absent where it has none. @throws ApiFailure */
export async function deleteTeam(adminKey: string, id: string, keys?: KeysOfDeleted): Promise<void> {
  await change('DELETE', `teams/${id}${keys === undefined ? '' : `?keys=${keys}`}`, adminKey);
}
