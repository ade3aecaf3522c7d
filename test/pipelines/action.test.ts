/** The GitHub Action in action.yml, run step by step on a git repository. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { commandsIn, readAction, runAction } from './run-action.ts';
import {
  commitAll,
  git,
  makeFolder,
  REFUTED,
  ROOT,
  readRecipe,
  SUPPORTED,
  write,
  writePackage,
} from './sample-repository.ts';

const SANDBOX = { 'api-key': 'sandbox', package: ROOT };
const PAGE = readFileSync(path.join(ROOT, 'docs/pipelines.md'), 'utf8');
/** Names that a shell, an option, a workflow command or a list of lines could trip over. */
const NAMES = [
  '$(touch pwned).md',
  '--sarif=pwned.md',
  "it's; touch pwned.md",
  'two\nlines.md',
  '::error::a.md',
  'docs/Ünï 中文, 100% a:b.MD',
];

const folder = makeFolder();
afterAll(folder.remove);
const place = (...names: string[]): string => path.join(folder.path, ...names);
const origin = place('origin');
let [base, merge] = ['', ''];
let runs = 0;

/** A checkout as `actions/checkout` makes it: one commit, without its history. */
function checkOut(commit: string): string {
  const workspace = place(`work-${runs}`);
  git(folder.path, 'init', '--quiet', workspace);
  git(workspace, 'remote', 'add', 'origin', `file://${origin}`);
  git(workspace, 'fetch', '--quiet', '--depth=1', 'origin', commit);
  git(workspace, 'checkout', '--quiet', 'FETCH_HEAD');
  return workspace;
}

function act(commit: string, inputs: Readonly<Record<string, string>>, event: object) {
  runs += 1;
  const workspace = checkOut(commit);
  const ended = runAction(workspace, place(`temp-${runs}`), inputs, event);
  const annotations = commandsIn(ended.stdout);
  return { ...ended, workspace, annotations };
}

const decode = (text = ''): string =>
  text.replace(/%(0A|0D|3A|2C|25)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
const placesIn = (annotations: readonly string[]) =>
  annotations.map((line) => {
    const [, level, file, at] = /^::(\w+) file=([^,]*),line=(\d+),/.exec(line) ?? [];
    return [level, decode(file), Number(at)];
  });

beforeAll(() => {
  git(folder.path, 'init', '--quiet', '--initial-branch=main', origin);
  git(origin, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
  write(origin, { 'old.md': REFUTED, 'gone.md': REFUTED, 'notes.txt': REFUTED, 'fine.md': SUPPORTED });
  base = commitAll(origin);
  git(origin, 'checkout', '--quiet', '-b', 'change');
  write(origin, Object.fromEntries(NAMES.map((name, index) => [name, `${'\n'.repeat(index)}${REFUTED}\n`])));
  write(origin, { 'notes.txt': `${REFUTED} Really.`, 'fine.md': `# Fine\n\n${SUPPORTED}\n` });
  git(origin, 'rm', '--quiet', 'gone.md');
  write(folder.path, { 'secret.md': REFUTED });
  symlinkSync(place('secret.md'), path.join(origin, 'link.md'));
  commitAll(origin);
  git(origin, 'checkout', '--quiet', '-b', 'merged', 'main');
  git(origin, 'merge', '--quiet', '--no-ff', '--message', 'merge', 'change');
  merge = git(origin, 'rev-parse', 'HEAD');
});

describe('in a pull request', () => {
  let ended: ReturnType<typeof act>;
  beforeAll(() => {
    ended = act(merge, SANDBOX, { pull_request: { base: { sha: base } }, before: 'f'.repeat(40) });
  });

  it('the changed Markdown is checked, whatever its names, and annotated at its lines', () => {
    const { code, annotations } = ended;
    expect(placesIn(annotations).sort()).toEqual(
      NAMES.map((name, index) => ['error', name, index + 1]).sort(),
    );
    expect(annotations[0]).toContain(`::✗ refuted: ${REFUTED}%0A`);
    expect(code).toBe(3);
    expect(ended.stdout).toContain('Files to check: 7\n');
  });

  it('nothing that a name says is done', () => {
    expect(git(ended.workspace, 'status', '--porcelain')).toBe('?? claimgate.sarif');
  });

  it('the outputs say what was found, and the summary lists all claims', () => {
    const { outputs, summary } = ended;
    expect(outputs).toEqual({ files: '7', problems: '6', sarif: 'claimgate.sarif' });
    expect(summary).toContain(`- **refuted**: ${REFUTED}\n`);
    expect(summary).toContain(`## fine.md\n\n- **supported**: ${SUPPORTED}\n`);
  });

  it('the SARIF has what code scanning needs', () => {
    const { version, runs: logs } = JSON.parse(
      readFileSync(path.join(ended.workspace, 'claimgate.sarif'), 'utf8'),
    );
    expect([version, logs.length]).toEqual(['2.1.0', 1]);
    const [{ tool, results }] = logs;
    const rules = tool.driver.rules.map(({ id }: { id: string }) => id);
    expect(tool.driver.name).toBe('Claimgate');
    expect(results).toHaveLength(NAMES.length);
    const uris = results.map(
      (result: {
        ruleId: string;
        message: { text: string };
        locations: [
          { physicalLocation: { artifactLocation: { uri: string }; region: { startLine: number } } },
        ];
      }) => {
        expect(rules).toContain(result.ruleId);
        expect(result.message.text).toContain(REFUTED);
        const { artifactLocation, region } = result.locations[0].physicalLocation;
        // A reference of a URI, relative to the root of the repository.
        expect(artifactLocation.uri).toMatch(
          /^(?:[\w.~!$'()*-]|%[\dA-F]{2})+(?:\/(?:[\w.~!$'()*-]|%[\dA-F]{2})+)*$/,
        );
        return [decodeURIComponent(artifactLocation.uri), region.startLine];
      },
    );
    expect(uris.sort()).toEqual(NAMES.map((name, index) => [name, index + 1]).sort());
  });
});

it('a push is checked from the commit before it; without a refuted claim it passes', () => {
  git(origin, 'checkout', '--quiet', '-B', 'fixed', 'main');
  write(origin, { 'fine.md': `${SUPPORTED}\n\nThe Zorblax of Quuv has nine moons.` });
  const { code, annotations, outputs } = act(commitAll(origin), SANDBOX, { before: base });
  expect(placesIn(annotations)).toEqual([['notice', 'fine.md', 3]]);
  expect([code, outputs.files, outputs.problems]).toEqual([0, '1', '1']);
});

it('the first push of a branch is checked from the default branch, and that of all in full', () => {
  const event = { before: '0'.repeat(40), repository: { default_branch: 'main' } };
  const stop = { ...SANDBOX, mode: 'detect' };
  expect(act(merge, stop, event).outputs.files).toBe('7');
  // old.md, gone.md and fine.md.
  expect(act(base, stop, event).outputs.files).toBe('3');
});

it('without changed Markdown, nothing is installed or checked', () => {
  git(origin, 'checkout', '--quiet', '-B', 'code', 'main');
  write(origin, { 'code.js': '1' });
  const { code, ran, outputs, summary } = act(commitAll(origin), SANDBOX, { before: base });
  expect([code, ran, summary]).toEqual([0, ['Find the files'], 'No files to check.\n']);
  expect(outputs).toEqual({ files: '0', problems: '', sarif: '' });
});

it('globs choose from all files; a tarball is installed outside the checkout, whose .npmrc has no say', () => {
  writePackage(place('packed/package'));
  execFileSync('tar', ['-czf', place('claimgate.tgz'), '-C', place('packed'), 'package']);
  git(origin, 'checkout', '--quiet', '-B', 'globs', 'main');
  write(origin, {
    // Node.js would load it before the program.
    '.npmrc': 'node-options=--require=./pwned.js\nregistry=http://127.0.0.1:1/\n',
    'docs/deep/a.md': `# A\n\n${REFUTED}`,
    'docs/skip.md': REFUTED,
    '-': REFUTED,
  });
  const inputs = {
    ...SANDBOX,
    package: place('claimgate.tgz'),
    files: 'docs/**/*.md\n!docs/skip.md\n-\n',
    'fail-on': 'conflicting',
    sarif: 'out/a b.sarif',
  };
  const { code, annotations, outputs, workspace } = act(commitAll(origin), inputs, { before: base });
  expect(placesIn(annotations)).toEqual([
    ['error', './-', 1],
    ['error', 'docs/deep/a.md', 3],
  ]);
  expect([code, outputs.sarif]).toEqual([0, 'out/a b.sarif']);
  expect(existsSync(path.join(workspace, 'out/a b.sarif'))).toBe(true);
});

it('what inputs hold is never run, and no line of a failure is a command', () => {
  const evil = '"; touch pwned; $(touch pwned) `touch pwned`\n::error::pwned\nx=1';
  const given = {
    model: evil,
    sources: evil,
    'fail-on': evil,
    'max-claims': evil,
    language: evil,
    sarif: evil,
  };
  for (const inputs of [
    given,
    { config: evil },
    { mode: evil },
    { package: evil },
    { package: '', version: evil },
  ]) {
    const { code, annotations, workspace, outputs } = act(merge, { ...SANDBOX, ...inputs }, { before: base });
    expect([inputs, code]).not.toEqual([inputs, 0]);
    expect(annotations.filter((line) => line.includes('pwned'))).toEqual([]);
    expect(git(workspace, 'status', '--porcelain').replace('?? claimgate.sarif', '')).toBe('');
    expect(outputs.sarif).toBe('');
  }
});

it('a text that looks like a command is none where the mode prints it', () => {
  git(origin, 'checkout', '--quiet', '-B', 'texts', 'main');
  write(origin, { 'a.md': `##[error]${SUPPORTED}\n` });
  const { code, annotations, stdout, outputs } = act(
    commitAll(origin),
    { ...SANDBOX, mode: 'detect' },
    { before: base },
  );
  expect([code, annotations, outputs.sarif]).toEqual([0, [], '']);
  expect(stdout).toContain(SUPPORTED);
});

it('no step has an expression in its script, and only the check has the key', () => {
  const {
    runs: { using, steps },
  } = readAction();
  expect(using).toBe('composite');
  const scripts = steps.filter((step) => step.run !== undefined);
  expect(scripts.map((step) => [step.shell, step.run?.includes('${{')])).toEqual(
    scripts.map(() => ['bash', false]),
  );
  const withKey = steps.filter((step) => JSON.stringify(step).includes('inputs.api-key'));
  expect(withKey.map(({ name }) => name)).toEqual(['Check']);
});

it('the documentation names every input with its default, and every output', () => {
  const { inputs, outputs } = readAction();
  const section = PAGE.split(/^## /m).find((part) => part.startsWith('GitHub Actions')) ?? '';
  const cells = section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.slice(2, -2).split(' | '));
  const named = cells.flatMap(([first = '']) => [...first.matchAll(/`([\w-]+)`/g)].map(([, name]) => name));
  expect(named.sort()).toEqual([...Object.keys(inputs), ...Object.keys(outputs)].sort());
  for (const [first = '', , last = ''] of cells) {
    const said = /^`(.+)`$/.exec(last)?.[1];
    if (said !== undefined) expect([first, inputs[first.slice(1, -1)]?.default]).toEqual([first, said]);
  }
  const workflow = parseYaml(readRecipe(PAGE, 'GitHub Actions'));
  const used = workflow.jobs.claims.steps.find(({ uses }: { uses: string }) => uses.startsWith('claimgate/'));
  expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(used.with)));
});
