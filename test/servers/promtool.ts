import { spawnSync } from 'node:child_process';
import { findProgram } from './find-server.ts';

const PROGRAM = findProgram(['promtool']);

/** What to install where there is no promtool. */
export const promtoolMissing = PROGRAM === undefined ? 'prometheus (for promtool)' : undefined;

/** @returns what `promtool check metrics` finds wrong; `''` where it finds nothing. */
export function checkMetrics(text: string): string {
  const { stdout, stderr, status } = spawnSync(PROGRAM!, ['check', 'metrics'], {
    input: text,
    encoding: 'utf8',
  });
  const said = `${stdout}${stderr}`.trim();
  return status === 0 || said !== '' ? said : `promtool ended with ${status}`;
}
