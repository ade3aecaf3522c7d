/** What processes use, read from /proc (Linux). */
import { readdirSync, readFileSync } from 'node:fs';

/** The fields of a process after its name; undefined where it has ended. */
function fieldsOf(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
  } catch {
    return undefined;
  }
}

/** @returns a process and all that it started, directly or not. */
export function processTree(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: Number(fieldsOf(Number(name))?.[1]) }));
  const tree = [pid];
  for (const one of tree) tree.push(...parents.filter(({ parent }) => parent === one).map(({ pid }) => pid));
  return tree;
}

/** CPU seconds that processes have used, of all their threads and of the children that they have waited for. */
export function cpuSeconds(pids: readonly number[]): number {
  let ticks = 0;
  for (const pid of pids) for (const field of fieldsOf(pid)?.slice(11, 15) ?? []) ticks += Number(field);
  return ticks / 100;
}

/** Resident memory of processes in MiB; pages that several share are divided among them. */
export function memoryOf(pids: readonly number[]): number {
  let kilobytes = 0;
  for (const pid of pids) {
    try {
      const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
      kilobytes += Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1]);
    } catch {
      // It has ended.
    }
  }
  return kilobytes / 1_024;
}

/** CPU time of the machine since it started, and what of it its host gave to others. */
export function machineTimes(): { readonly all: number; readonly steal: number } {
  const fields =
    readFileSync('/proc/stat', 'utf8').split('\n')[0]?.split(/\s+/).slice(1, 9).map(Number) ?? [];
  return { all: fields.reduce((sum, one) => sum + one, 0), steal: fields[7] ?? 0 };
}

/** @returns per cent of the machine's CPU time since `before` that its host gave to others. */
export function stealSince(before: ReturnType<typeof machineTimes>): number {
  const now = machineTimes();
  return (100 * (now.steal - before.steal)) / (now.all - before.all);
}
