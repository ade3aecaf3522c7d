/** Characters that a key has at most. */
export const MAX_KEY_LENGTH: number = 512;

/**
 * A caller's provider key. It cannot be printed, serialized or compared by accident: every common way
 * to turn an object into text gives `[key]`. Only what puts it on a provider's wire, or derives the
 * caller's fingerprint from it, calls `reveal`.
 */
export class ApiKey {
  readonly #value: string;

  private constructor(value: string) {
    this.#value = value;
  }

  /**
   * @param text the key as the caller gave it, blanks around it removed.
   * @returns the key, or `undefined` where it cannot be one: empty, over 512 characters, or with a
   *   character outside printable ASCII (which would allow a header to be split).
   */
  static parse(text: string): ApiKey | undefined {
    if (text.length === 0 || text.length > MAX_KEY_LENGTH) return undefined;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit < 0x21 || unit > 0x7e) return undefined;
    }
    return new ApiKey(text);
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return '[key]';
  }

  toJSON(): string {
    return '[key]';
  }

  [Symbol.toPrimitive](): string {
    return '[key]';
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return '[key]';
  }
}

/** What callers send as a key where a provider needs none: everybody knows it, and no text holds it as a secret. */
export const NO_KEY = 'none';

/** What keys begin with that the gateway itself issues. */
export const ISSUED_PREFIX = 'cg-';

/** Whether a key is one of the gateway's own, or pretends to be: it is never sent to a provider. */
export function isIssuedKey(key: ApiKey): boolean {
  return key.reveal().startsWith(ISSUED_PREFIX);
}

/** A run of so many characters that a text shares with a key is taken for a piece of it. */
const PART = 6;
/** So is a whole text of so many, where the key holds it. */
const WHOLE = 4;

/** Whether a text holds a key or a piece of it, or is one. */
export function holdsKey(text: string, key: string): boolean {
  if (key === '' || key === NO_KEY) return false;
  if (text.includes(key) || (text.length >= WHOLE && key.includes(text))) return true;
  for (let i = 0; i + PART <= key.length; i++) if (text.includes(key.slice(i, i + PART))) return true;
  return false;
}
