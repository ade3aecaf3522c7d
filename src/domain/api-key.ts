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
    if (text.length === 0 || text.length > 512) return undefined;
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
