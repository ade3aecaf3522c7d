/**
 * The keys that the gateway issued, and their teams, in memory: read whole at the start and followed from then on, so that no request
 * waits for the store and a revoked key is refused within a second. While the store is away, the keys as last known hold.
 */
import { GatewayError } from '../../domain/errors.ts';
import type { IssuedKey, IssuedKeyRecords } from '../store/issued-keys.ts';
import type { Team, TeamRecords } from '../store/teams.ts';
import type { Caller } from './caller-id.ts';

interface IssuedKeyDirectoryOptions {
  readonly records: Pick<IssuedKeyRecords, 'changesSince' | 'refile'>;
  readonly teams: Pick<TeamRecords, 'changesSince'>;
  /** Name of today's secret: a key that is used under an older one is filed under it. */
  readonly kid: string;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Whether keys are looked for often although none is known yet. */
  readonly isUsed: () => boolean;
  /** Called when the store could not be read; it is tried again. */
  readonly onFailure: (error: unknown) => void;
}

/** Milliseconds between two looks at the store, where keys are issued. */
const OFTEN = 400;
/** Likewise, where none ever was. */
const SELDOM = 20_000;
/** Milliseconds between two tries to file a key under today's secret. */
const REFILE_AGAIN = 10_000;

/** @throws Error where the store does not answer. */
export async function openIssuedKeyDirectory(options: IssuedKeyDirectoryOptions) {
  const { records, kid, now, isUsed, onFailure } = options;
  /** By fingerprints, those of before too. */
  const keys = new Map<string, IssuedKey>();
  const byId = new Map<string, IssuedKey>();
  const teams = new Map<string, Team>();
  /** When keys were last filed anew, by ids. */
  const refiled = new Map<string, number>();
  let refiling: Promise<void> = Promise.resolve();
  let revision = 0;
  let teamRevision = 0;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  /** The last look at the store that was begun or waits its turn. */
  let reading: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | undefined;

  const read = async (): Promise<void> => {
    const changes = await records.changesSince(revision);
    // Read behind the keys, so that each key's team is among them: it was written before.
    const teamChanges = await options.teams.changesSince(teamRevision);
    for (const team of teamChanges.teams) teams.set(team.id, team);
    teamRevision = teamChanges.revision;
    for (const key of changes.keys) {
      // What it was found by until now finds it no longer, or the key as it was would stay good.
      for (const fingerprint of fingerprintsOf(byId.get(key.id))) keys.delete(fingerprint);
      for (const fingerprint of fingerprintsOf(key)) keys.set(fingerprint, key);
      byId.set(key.id, key);
      if (key.kid === kid) refiled.delete(key.id);
    }
    revision = changes.revision;
  };
  const refresh = (): Promise<void> => {
    if (waiting !== undefined) return waiting;
    const next = reading.then(() => {
      waiting = undefined;
      return read().catch(onFailure);
    });
    waiting = next;
    reading = next;
    return next;
  };
  const follow = (): void => {
    const pause = keys.size > 0 || isUsed() ? OFTEN : SELDOM;
    timer = setTimeout(() => {
      void refresh().then(() => {
        if (!isClosed) follow();
      });
    }, pause);
    timer.unref();
  };

  /** The key as it was issued, under today's secret or an older one. */
  const find = ({ id, formerIds }: Caller): IssuedKey | undefined =>
    keys.get(id) ?? formerIds.map((former) => keys.get(former)).find((key) => key !== undefined);

  /** A key that was issued under an older secret is filed under today's: then the older one is not needed for it. */
  const refile = ({ id, kid: filedUnder }: IssuedKey, caller: Caller): void => {
    if (filedUnder === kid || now() - (refiled.get(id) ?? 0) < REFILE_AGAIN) return;
    refiled.set(id, now());
    refiling = refiling.then(() => records.refile(id, caller.id, kid)).catch(onFailure);
  };

  const isOver = ({ revokedAt, expiresAt }: IssuedKey): boolean =>
    revokedAt !== undefined || (expiresAt !== undefined && expiresAt <= now());

  await read();
  follow();
  return {
    find,

    /** The team that a key belongs to. */
    teamOf: ({ team }: IssuedKey): Team | undefined => (team === undefined ? undefined : teams.get(team)),

    /** A team as it is now, deleted or not. */
    team: (id: string): Team | undefined => teams.get(id),

    /** Reads what has changed in the store by now. However many ask at once, it is read once. Never rejects. */
    refresh,

    /** Whether the key was issued, and is neither revoked nor expired. */
    isGood(caller: Caller): boolean {
      const key = find(caller);
      return key !== undefined && !isOver(key);
    },

    /**
     * @returns the key, which is good now.
     * @throws GatewayError `api_key_invalid` for one that was never issued, `api_key_revoked` for one that was revoked or
     *   has expired.
     */
    require(caller: Caller): IssuedKey {
      const key = find(caller);
      if (key === undefined) throw new GatewayError('api_key_invalid');
      if (isOver(key)) throw new GatewayError('api_key_revoked');
      if (!keys.has(caller.id)) refile(key, caller);
      return key;
    },

    /** Stops looking, and waits for what is under way. */
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(timer);
      await Promise.all([reading, refiling]);
    },
  };
}

function fingerprintsOf(key: IssuedKey | undefined): string[] {
  if (key === undefined) return [];
  return key.formerCallerId === undefined ? [key.callerId] : [key.callerId, key.formerCallerId];
}
