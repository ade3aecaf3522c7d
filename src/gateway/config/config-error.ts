/** A config that cannot be used. The message has a line for each fault, which names its key or variable. */
export class ConfigError extends Error {
  constructor(...faults: readonly string[]) {
    super(faults.join('\n'));
    this.name = 'ConfigError';
  }
}

/** Reads on past a setting that cannot be used, so that all faults are listed at once. */
export function collectFaults() {
  const faults: string[] = [];
  return {
    /** @returns what was read, or the substitute where its fault was noted. */
    attempt<T>(read: () => T, substitute: T): T {
      try {
        return read();
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
        faults.push(error.message);
        return substitute;
      }
    },
    /** @throws ConfigError with all that was noted. */
    expectNone(): void {
      if (faults.length > 0) throw new ConfigError(...faults);
    },
  };
}
