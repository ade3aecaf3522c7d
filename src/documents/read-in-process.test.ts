/** Documents that are read in a process beside this one. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { sampleDocx, samplePdf } from '../../test/harness/sample-documents.ts';
import { openProcess, RIGHTS } from './read-in-process.ts';

const { signal } = new AbortController();
const TOWER = { bytes: samplePdf({ pages: [['The Eiffel Tower was completed in 1889.']] }) };
const BOMB = { bytes: samplePdf({ pages: [['a']], drawing: Buffer.alloc(250_000_000, ' ') }) };

let place = openProcess();
afterEach(async () => {
  await place.close();
  place = openProcess();
});

/** Process ids of those that read documents for this one. */
function readers(): number[] {
  const pids = execFileSync('pgrep', ['-P', String(process.pid), '-f', 'reading-process'], {
    encoding: 'utf8',
  });
  return pids.trim().split('\n').map(Number);
}
const runs = (): boolean => {
  try {
    return readers().length > 0;
  } catch {
    return false;
  }
};

it('a document is read, and another is refused, by the same process', async () => {
  const read = place.read(TOWER, signal);
  const refused = place.read({ bytes: Buffer.from('%PDF-1.7 and nothing else') }, signal);
  await expect(refused).rejects.toThrow('damaged');
  expect(await read).toMatchObject({ kind: 'pdf', text: 'The Eiffel Tower was completed in 1889.' });
  expect(await place.read({ bytes: sampleDocx(['Straße – 東京']) }, signal)).toMatchObject({
    text: 'Straße – 東京',
  });
  expect(readers()).toHaveLength(1);
});

it.runIf(process.platform === 'linux')('in bounded memory, after everything else', async () => {
  const reading = expect(place.read(BOMB, signal)).rejects.toThrow('too much memory');
  const [pid] = readers();
  const priorities = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8').split(') ')[1]?.split(' ')[16]),
  );
  expect(new Set(priorities)).toEqual(new Set([10]));
  await reading;
  const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  expect(Number(peak) / 1024).toBeLessThan(300);
});

it('whoever leaves does not wait, and the process goes on', async () => {
  const gone = new AbortController();
  const reading = place.read(BOMB, gone.signal);
  gone.abort(new Error('gone'));
  await expect(reading).rejects.toThrow('gone');
  expect(await place.read(TOWER, signal)).toMatchObject({ kind: 'pdf' });
});

it('where it is killed, its documents fail, and the next is read by another', async () => {
  const reading = expect(place.read(BOMB, signal)).rejects.toThrow('ended');
  for (const pid of readers()) process.kill(pid, 'SIGKILL');
  await reading;
  expect(await place.read(TOWER, signal)).toMatchObject({ kind: 'pdf' });
});

it('it may neither write files nor start programs', () => {
  const tries = [
    "require('node:fs').writeFileSync('/tmp/claimgate-test-written', '')",
    "require('node:child_process').execFileSync('true')",
  ];
  for (const code of tries) {
    const { status, stderr } = spawnSync(process.execPath, [...RIGHTS, '-e', code], { encoding: 'utf8' });
    expect(status).not.toBe(0);
    expect(stderr).toContain('ERR_ACCESS_DENIED');
  }
});

it.runIf(process.platform === 'linux')('it has those rights, and nothing of the environment', async () => {
  await place.read(TOWER, signal);
  const [pid] = readers();
  expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).toContain(RIGHTS.join('\0'));
  expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('PATH=');
});

it('it ends when no document has come for a while', async () => {
  await place.close();
  place = openProcess(50);
  await place.read(TOWER, signal);
  await expect.poll(runs).toBe(false);
  expect(await place.read(TOWER, signal)).toMatchObject({ kind: 'pdf' });
});
