/** A release: what the notes in .changeset become, and the workflow that publishes it. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const ROOT = path.resolve(import.meta.dirname, '../..');

it('notes become a version, with its changelog and its place in the lockfile', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'claimgate-release-'));
  try {
    const copied = [
      '.changeset/config.json',
      '.npmrc',
      'CHANGELOG.md',
      'package.json',
      'package-lock.json',
      'scripts/trim-lock.js',
      'web/package.json',
    ];
    for (const file of copied) {
      mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
      cpSync(path.join(ROOT, file), path.join(dir, file));
    }
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(dir, 'node_modules'));
    writeFileSync(path.join(dir, '.changeset/news.md'), '---\n"claimgate": major\n---\n\nSomething new.\n');
    const env = { ...process.env, npm_config_offline: 'true' };
    execFileSync('npm', ['run', 'release:version'], { cwd: dir, env, stdio: 'pipe' });
    const read = (file: string): string => readFileSync(path.join(dir, file), 'utf8');
    const { version } = JSON.parse(read('package.json')) as { version: string };
    expect(version).toMatch(/^[1-9]\d*\.0\.0$/);
    expect(read('CHANGELOG.md')).toMatch(
      /^# Changelog\n\n## \d+\.0\.0\n\n### Major Changes\n\n.*Something new\./,
    );
    const lock = JSON.parse(read('package-lock.json'));
    const before = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
    expect([lock.version, lock.packages[''].version]).toEqual([version, version]);
    expect({ ...lock.packages, '': before.packages[''] }).toEqual(before.packages);
    expect(readdirSync(path.join(dir, '.changeset'))).toEqual(['config.json']);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

interface Job {
  readonly permissions: Readonly<Record<string, string>>;
  readonly steps: readonly { readonly uses?: string; readonly run?: string }[];
}

it('the workflow runs actions by their commits, and only the job that publishes can speak for it at npm', () => {
  const workflow = parse(readFileSync(path.join(ROOT, '.github/workflows/release.yml'), 'utf8')) as {
    permissions: object;
    jobs: Record<string, Job>;
  };
  expect(workflow.permissions).toEqual({});
  const jobs = Object.entries(workflow.jobs);
  const used = jobs.flatMap(([, { steps }]) => steps.flatMap(({ uses }) => uses ?? []));
  expect(used).toContainEqual(expect.stringMatching(/^changesets\/action\/publish@/));
  expect(used.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
  const speaking = jobs.filter(([, { permissions }]) => permissions['id-token'] !== undefined);
  expect(speaking.map(([name]) => name)).toEqual(['publish']);
  const {
    scripts,
    publishConfig,
    private: isPrivate,
  } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  expect([publishConfig, isPrivate]).toEqual([{ access: 'public', provenance: true }, undefined]);
  const run = jobs.flatMap(([, { steps }]) => steps.flatMap((step) => step.run ?? []));
  for (const [, script] of run.join('\n').matchAll(/npm run ([\w:]+)/g))
    expect(scripts).toHaveProperty([script as string]);
});
