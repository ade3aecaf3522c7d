/** The other ways of docs/pipelines.md, each read out of the page and run on a git repository. */
import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { parse as parseYaml, stringify as toYaml } from 'yaml';
import { findPython, skipWithoutPython } from '../clients/find-python.ts';
import { describeWithServer, findProgram } from '../servers/find-server.ts';
import {
  commitAll,
  git,
  installPackage,
  makeFolder,
  plainEnv,
  REFUTED,
  ROOT,
  readRecipe,
  run,
  SUPPORTED,
  write,
} from './sample-repository.ts';

const PAGE = readFileSync(path.join(ROOT, 'docs/pipelines.md'), 'utf8');
const PRE_COMMIT = ['pre-commit==4.7.0'];
const python = await findPython(PRE_COMMIT);

const folder = makeFolder();
afterAll(folder.remove);
const env = plainEnv(folder.path);
let project = '';
let count = 0;

/** A project with the package among its own, which npx then takes. */
beforeEach(() => {
  count += 1;
  project = path.join(folder.path, `project-${count}`);
  git(folder.path, 'init', '--quiet', '--initial-branch=main', project);
  write(project, { '.gitignore': 'node_modules\n.claimgate\n', 'fine.md': SUPPORTED });
  installPackage(project);
  commitAll(project);
});

const make = findProgram(['make']);
describeWithServer(make === undefined ? 'make' : undefined, 'make', () => {
  it('fails while a claim is refuted, and then checks only what has changed', () => {
    write(project, { Makefile: readRecipe(PAGE, 'Make'), 'docs/a b.txt': '', 'docs/wall.md': REFUTED });
    const check = () => run('make', ['claims'], { cwd: project, env });
    const failed = check();
    expect(failed.stderr).toContain('claimgate: 1 of 2 claims: refuted\n');
    expect(failed.code).not.toBe(0);
    write(project, { 'docs/wall.md': SUPPORTED });
    expect(check()).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/-- (?:fine\.md docs\/wall|docs\/wall\.md fine)\.md\n/),
    });
    expect(check()).toMatchObject({ code: 0, stdout: expect.not.stringContaining('claimgate') });
  });
});

it('GitLab CI checks what a merge request changes', () => {
  const { claims } = parseYaml(readRecipe(PAGE, 'GitLab CI'));
  const before = git(project, 'rev-parse', 'HEAD');
  const script = (): ReturnType<typeof run> =>
    run('bash', ['-eo', 'pipefail', '-c', claims.script.join('\n')], {
      cwd: project,
      env: { ...env, CI_MERGE_REQUEST_DIFF_BASE_SHA: before },
    });
  expect(script()).toMatchObject({ code: 0, stdout: '' });
  write(project, { '-a $(touch pwned)\n.md': `\n\n${REFUTED}` });
  commitAll(project);
  const { code, stdout } = script();
  // Of xargs: a command failed.
  expect(code).toBe(123);
  expect(stdout).toContain(`✗ refuted: ${REFUTED}`);
  const [sarif] = claims.artifacts.paths;
  expect(JSON.parse(readFileSync(path.join(project, sarif), 'utf8')).runs[0].results).toHaveLength(1);
  expect(git(project, 'status', '--porcelain')).toBe('?? claims.sarif');
});

it('the recipes name the version of the package', () => {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const named = [...PAGE.matchAll(/(?:claimgate@v?|rev: v)([\d.]*\d)/g)].map(([, found]) => found);
  expect(named).toEqual(Array(4).fill(version));
});

if (python === undefined) skipWithoutPython(PRE_COMMIT);
else
  it('pre-commit refuses a commit with a refuted claim, and lets others pass', () => {
    const hooks = path.join(folder.path, 'hooks');
    git(folder.path, 'init', '--quiet', hooks);
    for (const file of ['.pre-commit-hooks.yaml', 'deploy/pre-commit/check.sh', 'package.json'])
      cpSync(path.join(ROOT, file), path.join(hooks, file));
    const revision = commitAll(hooks);
    const config = parseYaml(readRecipe(PAGE, 'pre-commit'));
    config.repos[0].repo = hooks;
    config.repos[0].rev = revision;
    write(project, { '.pre-commit-config.yaml': toYaml(config) });
    const commit = (files: Readonly<Record<string, string>>) => {
      write(project, files);
      git(project, 'add', '--all');
      return run(python, ['-m', 'pre_commit', 'run'], { cwd: project, env });
    };
    const failed = commit({ '--report=a.md': REFUTED, 'notes.txt': REFUTED });
    expect(failed.stdout).toContain(`✗ refuted: ${REFUTED}`);
    expect(failed.stdout).toContain('- exit code: 3\n');
    expect(failed.code).toBe(1);
    // With the arguments that it has by itself.
    config.repos[0].hooks[0] = { id: 'claimgate-check' };
    const passed = commit({ '--report=a.md': SUPPORTED, '.pre-commit-config.yaml': toYaml(config) });
    expect(passed.stdout).toMatch(/^claimgate check\.+Passed\n$/m);
    expect(passed.code).toBe(0);
    expect(git(project, 'status', '--porcelain', '--untracked-files=all')).not.toContain('??');
  });
