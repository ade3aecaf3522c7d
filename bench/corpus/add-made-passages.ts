import { execFileSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { CorpusDocument } from '../../src/engine/corpus/document.ts';
import { cpuSeconds } from '../gateway/read-process.ts';

const CLI = path.join(import.meta.dirname, '../../bin/claimgate.js');
const AT_ONCE = 1_000;

/** Writes documents as JSON Lines, a thousand at a time. @param make the document of a number, from 0. */
export function writeMadePassages(
  file: string,
  count: number,
  make: (number: number) => CorpusDocument,
): void {
  const output = openSync(file, 'w');
  for (let i = 0; i < count; ) {
    const lines: string[] = [];
    for (const end = Math.min(count, i + AT_ONCE); i < end; i++) lines.push(`${JSON.stringify(make(i))}\n`);
    writeSync(output, lines.join(''));
  }
  closeSync(output);
}

/**
 * Adds a file by the command line, without vectors: reading so many passages for what they mean takes hours.
 * @param env says which corpus. @returns what that took, by the clock and of the command's CPU.
 */
export function addWithoutVectors(
  file: string,
  env: Readonly<Record<string, string>>,
): { readonly seconds: number; readonly cpu: number } {
  const [start, cpu] = [Date.now(), cpuSeconds([process.pid])];
  execFileSync(process.execPath, [CLI, 'corpus', 'add', '--no-vectors', file], {
    env: { PATH: '/usr/bin:/bin', ...env },
    stdio: 'ignore',
  });
  return { seconds: (Date.now() - start) / 1_000, cpu: cpuSeconds([process.pid]) - cpu };
}
