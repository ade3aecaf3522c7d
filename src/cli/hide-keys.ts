/**
 * What the command line says of its own use never shows a key: a user who gives one as an argument by mistake
 * has it in the shell's history already, and need not have it in a log as well.
 */
import { redactSecrets } from '../models/dialects/clean-message.ts';

const HIDDEN = '[hidden]';

/** @returns a usage error of commander's, without the values that it repeats where one could be a key. */
export function hideValues(usageError: string): string {
  const shortened = usageError
    .replace(/(too many arguments .* but got \d+): [\s\S]*$/, '$1.\n')
    .replace(/(unknown option '-[^=']*)=[\s\S]*'/, "$1'")
    // Typing errors are short; flags and our own words stay.
    .replace(/'(?!--[a-z-]+[' ])([^'<>]{16,})'/g, `'${HIDDEN}'`);
  return redactSecrets(shortened);
}
