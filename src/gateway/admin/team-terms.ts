/** What teams look like outside: in the admin API, on the command line, in the audit log. */
import type { BudgetTerms } from '../store/budget-terms.ts';
import type { Team } from '../store/teams.ts';
import { describeBudgetTerms, describeUsed, timeText } from './key-terms.ts';
import type { HolderUse } from './read-holder-use.ts';

/** What an operator says of a team. */
export type TeamTerms = Pick<Team, 'name' | 'plan' | 'profile' | 'note'> & BudgetTerms;

/** Characters of a name. */
const LONGEST_NAME = 64;
const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._&+'()-]*(?: [\p{L}\p{M}\p{N}._&+'()-]+)*$/u;

export const TEAM_NAME_RULE = `must have 1 to ${LONGEST_NAME} characters: letters, digits, single blanks, apostrophes and . _ - & + ( ). It begins with a letter or a digit, and is not the id of a team`;
export const NO_SUCH_TEAM = 'there is no such team';

export function isTeamId(text: string): boolean {
  return /^tm_[0-9a-f]{12}$/.test(text);
}

export function isTeamName(text: string): boolean {
  return text.length <= LONGEST_NAME && NAME.test(text) && !isTeamId(text.toLowerCase());
}

export function describeTeamTerms(terms: Partial<TeamTerms>) {
  return {
    name: terms.name ?? null,
    plan: terms.plan ?? null,
    profile: terms.profile ?? null,
    ...describeBudgetTerms(terms),
    note: terms.note ?? null,
  };
}

export function describeTeam(team: Team) {
  const { name: _, ...terms } = describeTeamTerms(team);
  return { id: team.id, name: team.name, ...terms, created: timeText(team.createdAt) as string };
}

/** A team with how many keys it has, and what they have used. */
export function describeTeamWithUse(team: Team, keys: number, { used, budgets }: HolderUse) {
  return { ...describeTeam(team), keys, used: describeUsed(used), budgets };
}
