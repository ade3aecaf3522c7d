import { CommandFailed } from './command-failed.ts';
import { count } from './count.ts';

/** @throws CommandFailed where something was left out. */
export function expectNoFaults({ line = 0, document = 0 }: { line?: number; document?: number }): void {
  if (line + document === 0) return;
  const left = [
    line > 0 ? [count(line, 'line')] : [],
    document > 0 ? [count(document, 'document')] : [],
  ].flat();
  throw new CommandFailed(`${left.join(' and ')} ${line + document === 1 ? 'was' : 'were'} left out`);
}
