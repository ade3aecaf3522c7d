/** What may be said of an unexpected error: its class, its code, and where it came from. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const { code } = error as NodeJS.ErrnoException;
  return {
    error: error.name,
    ...(typeof code === 'string' ? { error_code: code } : {}),
    stack: frames.slice(0, 12).map((line) => line.trim()),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
