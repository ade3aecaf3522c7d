/**
 * What an application is called in counters: as its requests say, else by its key. The name is a caller's own text: one that
 * could be more than a name is not taken, and no caller makes the database grow by inventing them.
 */

/** Who makes a request, for its application's name. */
export interface Applicant {
  /** Fingerprint of the key, or the name of an issued one. */
  readonly id: string;
  /** Of the key, where the gateway issued it. */
  readonly issuedId?: string | undefined;
  readonly plan: string;
  /** Whether the key is known to be good. */
  readonly isAccepted: boolean;
}

interface AppNamesOptions {
  /** Names of applications and keys that are told apart in a day. */
  readonly most: number;
  /** Names that one caller may give in a day. */
  readonly mostOfCaller: number;
}

/** What is left of names beyond those that are told apart. */
export const OTHER = 'other';
/** Requests without a key. */
export const NO_KEY = 'no-key';

/** Begins with a letter or a digit, so that no spreadsheet takes it for a formula; without what the gateway's own names have. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._/-]{0,39}$/u;
/** Telephone numbers, and numbers of people and cards. */
const LONG_NUMBER = /\p{N}(?:[ ./-]?\p{N}){6}/u;
const LETTER = /\p{L}/u;

export function createAppNames({ most, mostOfCaller }: AppNamesOptions) {
  let day = 0;
  const known = new Set<string>();
  /** How many names each caller has given. */
  const given = new Map<string, number>();
  /** Of callers, each with a name that it gave. */
  const pairs = new Set<string>();

  const isKept = (name: string): boolean => {
    if (known.has(name)) return true;
    if (known.size >= most) return false;
    known.add(name);
    return true;
  };
  const mayGive = (id: string, name: string): boolean => {
    const pair = `${id} ${name}`;
    if (pairs.has(pair)) return true;
    const count = given.get(id) ?? 0;
    if (count >= mostOfCaller || !isKept(name)) return false;
    given.set(id, count + 1);
    pairs.add(pair);
    return true;
  };

  return {
    /**
     * @param today days since 1970.
     * @param isHarmless whether a name has nothing of a key.
     * @returns the application's own name, `key:` and the id of an issued key, `plan:` and a plan's name, `no-key` or `other`.
     */
    nameOf(
      today: number,
      who: Applicant | undefined,
      app: unknown,
      isHarmless: (name: string) => boolean,
    ): string {
      if (today !== day) {
        day = today;
        known.clear();
        given.clear();
        pairs.clear();
      }
      if (who === undefined) return NO_KEY;
      if (who.isAccepted && isName(app) && isHarmless(app)) return mayGive(who.id, app) ? app : OTHER;
      if (who.issuedId === undefined) return `plan:${who.plan}`;
      const name = `key:${who.issuedId}`;
      return isKept(name) ? name : OTHER;
    },
  };
}

function isName(app: unknown): app is string {
  return (
    typeof app === 'string' &&
    NAME.test(app) &&
    LETTER.test(app) &&
    !LONG_NUMBER.test(app) &&
    app !== OTHER &&
    app !== NO_KEY
  );
}
