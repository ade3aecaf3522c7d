/**
 * Checks that several people decide on: those who have its code, which is in its address. Each person's entries are that
 * person's own: nobody overwrites another's. All of it is sealed with keys derived from the server's secret and the code,
 * and the database has neither. Nothing is held in memory: what is no longer shared is gone for all processes at once.
 */
import { hash } from 'node:crypto';
import { GatewayError } from '../../domain/errors.ts';
import { isReportId } from '../store/published-reports.ts';
import {
  deriveKey,
  subkeyOf,
  type TextKey,
  type TextSecret,
  textKey,
  Unreadable,
} from '../store/seal-text.ts';
import type { EntryBounds, ListedCheck, SharedChecks, Versions } from '../store/shared-checks.ts';
import { unlessAway } from '../store/unless-away.ts';
import type { Makers } from './publish-reports.ts';

export type { ListedCheck, Versions } from '../store/shared-checks.ts';

/** What there is to share. */
export interface NewCheck {
  /** How many claims it lists. */
  readonly claims: number;
  /** JSON. */
  readonly content: string;
}

/** A check with the code that opens it. */
export interface CodedCheck extends ListedCheck {
  readonly code: string;
}

export interface OpenedCheck extends CodedCheck {
  /** JSON. */
  readonly content: string;
}

/** What one person says of one claim. */
export interface PersonEntry {
  /** Of the person within this check; says nothing of who that is. */
  readonly person: string;
  /** Id of the claim. */
  readonly claim: string;
  /** JSON. */
  readonly content: string;
}

/** Without a content it is withdrawn. */
export interface EntryChange {
  readonly claim: string;
  readonly content: string | undefined;
}

export interface OpenedEntries extends Versions {
  readonly entries: readonly PersonEntry[];
}

/** Each function throws GatewayError `unavailable` where the store is away. */
export interface CheckShelf {
  /** @throws GatewayError `body_too_large`, or `conflict` where the maker shares as many as it may. */
  share(makers: Makers, check: NewCheck): Promise<CodedCheck>;
  /** Puts another content under the same code. @returns `undefined` where the maker has no such check. */
  replace(makers: Makers, code: string, check: NewCheck): Promise<CodedCheck | undefined>;
  /** The newest first. */
  list(query: Omit<Parameters<SharedChecks['page']>[0], 'nowMs'>): Promise<readonly ListedCheck[]>;
  /** @param named by its code, or by its id. @returns whether the maker had such a check. */
  stop(makers: Makers, named: string): Promise<boolean>;
  /** @returns `undefined` where there is none. */
  versions(code: string): Promise<Versions | undefined>;
  read(code: string): Promise<(OpenedCheck & OpenedEntries) | undefined>;
  entries(code: string): Promise<OpenedEntries | undefined>;
  /**
   * Writes what a person says: all of it or nothing.
   * @param secret of the person, which nobody else knows.
   * @returns the person's id within the check; `undefined` where there is no such check.
   * @throws GatewayError `conflict` where the check has as much as it may have.
   */
  write(code: string, secret: string, changes: readonly EntryChange[]): Promise<string | undefined>;
}

interface ShareOptions {
  readonly records: SharedChecks;
  /** The current one first, then those that it has replaced. */
  readonly secrets: readonly [TextSecret, ...TextSecret[]];
  /** Bytes that a content may have, and as much again all entries on it. */
  readonly maxSize: number;
  /** Checks that one caller may share. */
  readonly maxPerCaller: number;
  /** Milliseconds that a check is kept after its last change. */
  readonly retention: number;
  /** 24 characters that nobody can guess. */
  readonly newCode: () => string;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Entries of one check, of all people. */
const MOST_ENTRIES = 5_000;
/** A sealed text takes four characters for three bytes. */
const SEALED = 4 / 3;
const whileThere = unlessAway('Shared checks cannot be read or written at the moment');

export function shareChecks(options: ShareOptions): CheckShelf {
  const { records, secrets, maxSize, maxPerCaller, retention, newCode, now } = options;
  const [current] = secrets;
  const bounds: EntryBounds = { entries: MOST_ENTRIES, bytes: Math.ceil(maxSize * SEALED) };

  /** @throws GatewayError `body_too_large` */
  const sealContent = (code: string, { claims, content }: NewCheck) => {
    if (Buffer.byteLength(content) > maxSize) {
      const most = maxSize.toLocaleString('en');
      throw new GatewayError('body_too_large', `A shared check may have ${most} bytes (reports.max_size)`);
    }
    const sealed = keyOf(current.subkey, code).seal(content, CONTENT);
    const changedAt = now();
    return {
      ...{ id: idOf(code), claims, bytes: sealed.length, kid: current.kid, content: sealed },
      ...{ changedAt, expiresAt: changedAt + retention },
    };
  };
  /** Derives the key of each secret once, however many entries there are. */
  const openerFor = (code: string) => {
    const keys = new Map<string, TextKey>();
    return (kid: string, sealed: string, purpose: string): string => {
      const key = keys.get(kid) ?? keyOf(subkeyOf(secrets, kid), code);
      keys.set(kid, key);
      return key.open(sealed, purpose);
    };
  };
  const versionsOf = async (code: string): Promise<Versions | undefined> =>
    isReportId(code) ? whileThere(records.versions(idOf(code), now())) : undefined;

  const readEntries = async (code: string, { version, contentVersion }: Versions): Promise<OpenedEntries> => {
    const rows = await whileThere(records.entries(idOf(code)));
    const open = openerFor(code);
    const entries = rows.map(({ person, claim, kid, sealed }) => ({
      person,
      claim,
      content: open(kid, sealed, purposeOf(person, claim)),
    }));
    return { version, contentVersion, entries };
  };

  return {
    async share(makers, check) {
      const code = newCode();
      const sealed = sealContent(code, check);
      const record = { ...sealed, maker: makers[0], createdAt: sealed.changedAt };
      if (await whileThere(records.add(record, makers, maxPerCaller))) return { ...record, code };
      throw new GatewayError(
        'conflict',
        `With this key ${maxPerCaller} checks are shared, as many as may be (reports.max_shared): stop sharing one first`,
      );
    },

    async replace(makers, code, check) {
      if (!isReportId(code)) return undefined;
      const record = { ...sealContent(code, check), maker: makers[0] };
      const createdAt = await whileThere(records.replace(record, makers));
      return createdAt === undefined ? undefined : { ...record, createdAt, code };
    },

    list: (query) => whileThere(records.page({ ...query, nowMs: now() })),

    async stop(makers, named) {
      if (!isReportId(named)) return false;
      if (await whileThere(records.remove(idOf(named), makers))) return true;
      return whileThere(records.remove(named, makers));
    },

    versions: versionsOf,

    read: async (code) =>
      unlessUnreadable(async () => {
        const check = isReportId(code) ? await whileThere(records.read(idOf(code), now())) : undefined;
        if (check === undefined) return undefined;
        const content = openerFor(code)(check.kid, check.content, CONTENT);
        return { ...check, code, content, ...(await readEntries(code, check)) };
      }),

    entries: async (code) =>
      unlessUnreadable(async () => {
        const versions = await versionsOf(code);
        return versions && readEntries(code, versions);
      }),

    async write(code, secret, changes) {
      if (!isReportId(code)) return undefined;
      const person = shortHash(`person ${code} ${secret}`).slice(0, PERSON_LENGTH);
      const key = keyOf(current.subkey, code);
      const at = now();
      const sealed = changes.map(({ claim, content }) => ({
        ...{ person, claim, kid: current.kid },
        sealed: content === undefined ? undefined : key.seal(content, purposeOf(person, claim)),
      }));
      const outcome = await whileThere(records.write(idOf(code), sealed, bounds, at, at + retention));
      if (outcome === 'full') {
        throw new GatewayError(
          'conflict',
          'This check has as many entries as it may have (reports.max_size)',
        );
      }
      return outcome === 'absent' ? undefined : person;
    },
  };
}

const ID_LENGTH = 24;
const PERSON_LENGTH = 16;
const CONTENT = 'shared check';
const purposeOf = (person: string, claim: string): string => `shared entry ${person} ${claim}`;

/** What a check is kept under: nobody finds its code by it. */
const idOf = (code: string): string => shortHash(`shared check ${code}`).slice(0, ID_LENGTH);
const shortHash = (text: string): string => hash('sha256', text, 'base64url');

function keyOf(subkey: Uint8Array, code: string): TextKey {
  return textKey(deriveKey([subkey], 'claimgate shared check', code));
}

/** What was sealed under a secret that is no longer listed is as if it were not there. */
async function unlessUnreadable<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}
