import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeFolder } from './make-folder.ts';

const root = mkdtempSync(path.join(tmpdir(), 'claimgate-folder-'));
afterAll(() => rmSync(root, { recursive: true }));

describe('a folder', () => {
  it('is made with those that lead to it, and is left as it is where it is there', () => {
    const deep = path.join(root, 'a', 'b', 'c');
    makeFolder(deep, 0o700);
    makeFolder(deep, 0o777);
    expect(statSync(deep).mode & 0o777).toBe(0o700);
    expect(statSync(path.dirname(deep)).mode & 0o777).toBe(0o700);
  });

  it('is not made over a link that leads nowhere, or below a file', () => {
    symlinkSync(path.join(root, 'nowhere'), path.join(root, 'link'));
    writeFileSync(path.join(root, 'file'), '');
    expect(() => makeFolder(path.join(root, 'link'))).toThrow(/EEXIST/);
    expect(() => makeFolder(path.join(root, 'link', 'deeper'))).toThrow(/EEXIST/);
    expect(() => makeFolder(path.join(root, 'file', 'deeper'))).toThrow(/ENOTDIR/);
  });

  it.runIf(process.platform === 'linux')('is refused at once where a file system takes none', () => {
    expect(() => makeFolder('/proc/claimgate/deep')).toThrow(/ENOENT/);
  });
});
