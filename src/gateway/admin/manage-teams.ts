/** Creates, changes and deletes teams, for the admin API and the command line. Each change is in the audit log. */
import { GatewayError } from '../../domain/errors.ts';
import { withoutUndefined } from '../../domain/without-undefined.ts';
import type { Team, TeamRecords } from '../store/teams.ts';
import { type Actor, type Auditor, changesBetween } from './auditor.ts';
import { describeTeamTerms, isTeamId, isTeamName, type TeamTerms } from './team-terms.ts';

interface ManageTeamsOptions {
  readonly records: Omit<TeamRecords, 'changesSince'>;
  readonly auditor: Auditor;
  readonly random: (bytes: number) => Buffer;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** What is changed of a team; `undefined` takes a value away. */
export type TeamTermsChange = { readonly [K in keyof TeamTerms]?: TeamTerms[K] | undefined };

/** What becomes of the keys of a team that is deleted. */
export const KEYS_OF_DELETED = ['release', 'revoke'] as const;
export type KeysOfDeleted = (typeof KEYS_OF_DELETED)[number];

export type TeamManagement = ReturnType<typeof createTeamManagement>;

export function createTeamManagement({ records, auditor, random, now }: ManageTeamsOptions) {
  const find = async (idOrName: string): Promise<Team | undefined> => {
    const isId = isTeamId(idOrName);
    // PostgreSQL refuses some characters as such.
    if (!isId && !isTeamName(idOrName)) return undefined;
    const team = await (isId ? records.find(idOrName) : records.findByName(idOrName));
    return team?.deletedAt === undefined ? team : undefined;
  };
  return {
    /** @throws GatewayError `conflict` where a team has the name. */
    async create(terms: TeamTerms, actor: Actor): Promise<Team> {
      const team = {
        ...terms,
        name: terms.name.normalize('NFC'),
        id: `tm_${random(6).toString('hex')}`,
        createdAt: now(),
      };
      const changes = changesBetween({}, describeTeamTerms(team));
      await records.add(team, [auditor.entry(actor, 'team.create', { subject: team.id, changes })]);
      return team;
    },

    /** A team that is there, by its id or by its name in any case. */
    find,

    /** The teams of several ids or names; one that there is not is absent. */
    async findAll(idsOrNames: Iterable<string | null | undefined>): Promise<ReadonlyMap<string, Team>> {
      const teams = new Map<string, Team>();
      for (const text of new Set(idsOrNames)) {
        const team = text == null ? undefined : await find(text);
        if (text != null && team !== undefined) teams.set(text, team);
      }
      return teams;
    },

    /** By their names. @param query.after id of the last one of the page before. */
    page: (query: { readonly limit: number; readonly after?: string }): Promise<Team[]> =>
      records.page(query),

    countKeys: (ids: readonly string[]): Promise<ReadonlyMap<string, number>> => records.countKeys(ids),

    /**
     * @returns the team as it is then; `undefined` where there is none.
     * @throws GatewayError `conflict` where another team has the name.
     */
    async change(id: string, terms: TeamTermsChange, actor: Actor): Promise<Team | undefined> {
      return records.change(id, (before) => {
        const { name = before.name, ...rest } = terms;
        const team = withoutUndefined({ ...before, ...rest, name: name.normalize('NFC') });
        const changes = changesBetween(describeTeamTerms(before), describeTeamTerms(team));
        if (Object.keys(changes).length === 0) return undefined;
        return { team, audit: [auditor.entry(actor, 'team.change', { subject: id, changes })] };
      });
    },

    /**
     * @param keys what becomes of its keys; absent: it must have none.
     * @returns whether there was one.
     * @throws GatewayError `conflict` where it has keys, and nothing says what becomes of them.
     */
    async remove(id: string, keys: KeysOfDeleted | undefined, actor: Actor): Promise<boolean> {
      return records.remove(id, ({ name }, keyIds) => {
        if (keyIds.length > 0 && keys === undefined)
          throw new GatewayError('conflict', keysLeft(keyIds.length));
        const areKeysRevoked = keys === 'revoke';
        const ofKeys = keyIds.map((subject) =>
          areKeysRevoked
            ? auditor.entry(actor, 'key.revoke', { subject })
            : auditor.entry(actor, 'key.change', { subject, changes: { team: { from: id } } }),
        );
        const ofTeam = auditor.entry(actor, 'team.delete', {
          subject: id,
          changes: { name: { from: name } },
        });
        return { deletedAt: now(), areKeysRevoked, audit: [...ofKeys, ofTeam] };
      });
    },
  };
}

function keysLeft(count: number): string {
  const said = count === 1 ? '1 key belongs' : `${count} keys belong`;
  return `${said} to this team. Take them out first, or say what becomes of them: release (they go on without a team) or revoke`;
}
