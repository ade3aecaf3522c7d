/** What an installation brings, and on which Node.js. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import satisfies from 'semver/functions/satisfies.js';
import { afterAll, describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const readJson = <T>(file: string): T => JSON.parse(read(file)) as T;

interface Package {
  readonly version: string;
  readonly engines?: { readonly node?: string };
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}
const own = readJson<Package>('package.json');
const web = readJson<Package>('web/package.json');
const runtime = readJson<Package & { readonly installedBelow: string }>('runtime/package.json');
interface Locked extends Package {
  readonly dev?: true;
  readonly optional?: true;
  readonly link?: true;
  readonly integrity?: string;
}
const lock = readJson<{ readonly packages: Readonly<Record<string, Locked>> }>('package-lock.json');
/** Those that come from the registry. */
const locked = Object.entries(lock.packages).filter(
  ([place, { link }]) => place.startsWith('node_modules/') && !link,
);

const sourcesIn = (...folders: string[]): string[] =>
  folders
    .flatMap((folder) =>
      readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        path.join(folder, file),
      ),
    )
    .filter((file) => /\.(?:ts|tsx|js|css)$/.test(file) && !/\.test\.ts$|__fixtures__/.test(file));

/** The build of the page, and what goes into it. */
const PAGE = [...sourcesIn('web'), 'scripts/build-page.js'];

/** Types are not loaded. */
const IMPORTED =
  /^\s*(?:import|export)\b(?! type\b)[^'";]*\bfrom\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]|^import\s+['"]([^'"]+)['"]|\burl\(["']([^"']+)["']\)/gm;

function packagesOf(files: readonly string[]): Set<string> {
  const imported = files
    .flatMap((file) => [...read(file).matchAll(IMPORTED)])
    .map((match) => match.slice(1).find((specifier) => specifier !== undefined) as string)
    .filter((specifier) => /^[@a-z]/.test(specifier) && !isBuiltin(specifier))
    .map((specifier) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] as string);
  return new Set(imported);
}

it('a production install has every package that the gateway imports', () => {
  const packages = packagesOf(sourcesIn('bin', 'src'));
  expect(packages).toContain('fastify');
  expect([...packages].filter((name) => own.dependencies[name] === undefined)).toEqual([]);
  // Loaded when a text first needs it.
  const named = ['eld'];
  expect(
    Object.keys(own.dependencies).filter((name) => !packages.has(name) && !named.includes(name)),
  ).toEqual([]);
});

it('the page is a workspace with the packages that only it and its build need: a checkout installs them, a package does not', () => {
  const packages = packagesOf(PAGE);
  expect(packages).toContain('vite');
  expect(packages).toContain('@fontsource-variable/inter');
  const missing = [...packages].filter((name) => own.dependencies[name] === undefined);
  expect(Object.keys(web.dependencies)).toEqual(missing.sort());
  expect(lock.packages.web).toMatchObject({ dependencies: web.dependencies });
});

it('the lockfile holds no engines: npm would hold them against a Node.js that does not run them', () => {
  const holding = locked.filter(([, { engines }]) => engines);
  expect(holding.map(([place]) => place)).toEqual([]);
});

it('the oldest Node.js that is not replaced runs every package of production, the one that comes along all of them', () => {
  const promised = runtime.installedBelow;
  const broughtAlong = new Set(Object.values(runtime.optionalDependencies));
  expect(broughtAlong.size).toBe(1);
  const refused: string[] = [];
  let looked = 0;
  for (const [place, { dev, optional }] of locked) {
    // What is optional may be meant for another machine.
    if (optional) continue;
    const { engines } = readJson<Package>(`${place}/package.json`);
    looked += 1;
    if (engines?.node === undefined) continue;
    for (const version of [...broughtAlong, ...(dev ? [] : [`${promised}.0`])]) {
      if (!satisfies(version, engines.node)) refused.push(`${place}: ${engines.node}, not ${version}`);
    }
  }
  expect(looked).toBeGreaterThan(200);
  expect(refused).toEqual([]);
});

describe('the Node.js that comes along', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'claimgate-runtime-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  const newerNode = path.join(root, 'runtime/node_modules/.bin/node');
  const asked = path.join(root, 'asked.json');

  /** Installs a script in the place of Node.js. */
  const installs = `
      fs.mkdirSync('node_modules/.bin', { recursive: true });
      const node = '#!/bin/sh\\nif [ "$1" = --version ]; then exit 0; fi\\necho ran "$@"\\nexit 3\\n';
      fs.writeFileSync('node_modules/.bin/node', node, { mode: 0o755 });`;

  /** A copy that asks for a Node.js, with an npm that notes what it is asked to do. */
  function copy(below: string, npmDoes = installs): { readonly npm_execpath: string } {
    rmSync(root, { recursive: true, force: true });
    mkdirSync(root);
    for (const file of ['bin', 'scripts/bring-node.js', 'runtime/package.json', 'runtime/package-lock.json'])
      cpSync(path.join(ROOT, file), path.join(root, file), { recursive: true });
    writeFileSync(path.join(root, 'package.json'), JSON.stringify({ type: 'module' }));
    const file = path.join(root, 'runtime/package.json');
    writeFileSync(file, JSON.stringify({ ...runtime, installedBelow: below }));
    const npm = path.join(root, 'npm-cli.js');
    writeFileSync(
      npm,
      `import fs from 'node:fs';
      fs.writeFileSync(${JSON.stringify(asked)}, JSON.stringify(process.argv.slice(2)));
      ${npmDoes}`,
    );
    return { npm_execpath: npm };
  }
  const bring = (env: { readonly npm_execpath: string }, ...args: string[]) => {
    const [script = 'scripts/bring-node.js', ...rest] = args;
    const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(root, script), ...rest], {
      env: { ...process.env, ...env },
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };
  it('is not fetched where the machine has one that is new enough', () => {
    expect(bring(copy(runtime.installedBelow))).toEqual({ status: 0, stdout: '', stderr: '' });
    expect([asked, path.join(root, 'node_modules')].some(existsSync)).toBe(false);
    expect(own.optionalDependencies).toBeUndefined();
  });

  it('is installed by its lockfile where the machine’s is too old, and npm’s scripts find it', () => {
    const env = copy('99.0');
    // The one of an earlier version is replaced.
    mkdirSync(path.join(root, 'runtime/node_modules/old'), { recursive: true });
    expect(bring(env)).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(JSON.parse(readFileSync(asked, 'utf8'))).toEqual(
      expect.arrayContaining(['ci', '--ignore-scripts']),
    );
    expect(readlinkSync(path.join(root, 'node_modules/.bin/node'))).toBe(
      '../../runtime/node_modules/.bin/node',
    );
    expect(readdirSync(path.join(root, 'runtime')).sort()).toEqual([
      'node_modules',
      'package-lock.json',
      'package.json',
    ]);
    expect(existsSync(path.join(root, 'runtime/node_modules/old'))).toBe(false);
  });

  it('runs the commands of a package, whose installation runs no scripts: installed at the first, kept for the next', () => {
    const env = copy('99.0');
    const script = path.join(root, 'bin/claimgate.js');
    const ran = { status: 3, stdout: `ran ${script} check - --json\n` };
    const first = bring(env, 'bin/claimgate.js', 'check', '-', '--json');
    expect(first).toMatchObject(ran);
    expect(first.stderr).toMatch(/^claimgate: Node\.js \S+ is too old\. Installing a newer one, .+\n$/);
    rmSync(asked);
    expect(bring(env, 'bin/claimgate.js', 'check', '-', '--json')).toEqual({ ...ran, stderr: '' });
    expect(existsSync(asked)).toBe(false);
  });

  it('gets the signals that end a command, and its end is the command’s', async () => {
    copy('99.0');
    mkdirSync(path.dirname(newerNode), { recursive: true });
    const waits = (end: string) =>
      `#!${process.execPath}\nprocess.on('SIGTERM', () => ${end});\nsetInterval(() => {}, 1_000);\nconsole.log('waits');\n`;
    const ends = async (end: string) => {
      writeFileSync(newerNode, waits(end), { mode: 0o755 });
      const child = spawn(process.execPath, [path.join(root, 'bin/claimgate.js'), 'start'], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(child.stdout, 'data');
      child.kill('SIGTERM');
      return await once(child, 'exit');
    };
    expect(await ends('process.exit(7)')).toEqual([7, null]);
    expect(await ends("process.kill(process.pid, 'SIGKILL')")).toEqual([null, 'SIGKILL']);
  });

  it('is there for all of several first commands at once', async () => {
    const env = copy('99.0');
    const ends = Array.from({ length: 4 }, async () => {
      const child = spawn(process.execPath, [path.join(root, 'bin/claimgate.js'), 'detect'], {
        env: { ...process.env, ...env },
        stdio: 'ignore',
      });
      return await once(child, 'exit');
    });
    expect(await Promise.all(ends)).toEqual(Array(4).fill([3, null]));
    expect(readdirSync(path.join(root, 'runtime')).sort()).toEqual([
      'node_modules',
      'package-lock.json',
      'package.json',
    ]);
  });

  it('is the user’s own where the package belongs to somebody else', () => {
    const env = copy('99.0');
    writeFileSync(asked, '');
    chmodSync(asked, 0o666);
    chmodSync(root, 0o755);
    chmodSync(path.join(root, 'runtime'), 0o555);
    const cache = path.join(root, 'cache');
    mkdirSync(cache);
    chmodSync(cache, 0o777);
    // Root may write everywhere.
    const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    for (const said of [/Installing a newer one/, /^$/]) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(root, 'bin/claimgate.js')], {
        env: { ...process.env, ...env, XDG_CACHE_HOME: cache },
        encoding: 'utf8',
        ...user,
      });
      expect([status, stdout]).toEqual([3, `ran ${path.join(root, 'bin/claimgate.js')}\n`]);
      expect(stderr).toMatch(said);
    }
    const version = Object.values(runtime.optionalDependencies)[0];
    expect(existsSync(path.join(cache, `claimgate/node-${version}/node_modules/.bin/node`))).toBe(true);
    chmodSync(path.join(root, 'runtime'), 0o755);
  });

  it('does not take another program’s place for npm’s', () => {
    const { npm_execpath: npm } = copy('99.0');
    const yarn = path.join(root, 'yarn.js');
    writeFileSync(yarn, 'process.exit(1)');
    writeFileSync(path.join(root, 'npm'), `#!/bin/sh\nexec '${process.execPath}' '${npm}' "$@"\n`, {
      mode: 0o755,
    });
    const env = { npm_execpath: yarn, PATH: `${root}:${process.env.PATH}` };
    expect(bring(env, 'bin/claimgate.js')).toMatchObject({ status: 3 });
  });

  it.each([
    ['npm fails', 'process.exit(1)', 'npm failed, or is missing'],
    // npm leaves out what is optional.
    ['npm brings none', "fs.mkdirSync('node_modules')", 'no network, or none for \\w+-\\w+'],
    [
      'it does not run',
      `${installs} fs.chmodSync('node_modules/.bin/node', 0o644)`,
      'no network, or none for .+',
    ],
  ])('is missed in one line where %s, and leaves nothing behind', (_case, npmDoes, reason) => {
    const env = copy('99.0', npmDoes);
    const line = `claimgate: Node\\.js \\S+ is too old, and a newer one could not be installed: ${reason}\\. Install Node\\.js 99\\.0 or later\\.\n$`;
    for (const script of ['scripts/bring-node.js', 'bin/claimgate.js']) {
      const { status, stderr } = bring(env, script);
      expect(status).toBe(1);
      expect(stderr).toMatch(new RegExp(line));
      expect(readdirSync(path.join(root, 'runtime')).sort()).toEqual(['package-lock.json', 'package.json']);
    }
  });
});

it('every package is pinned by the SHA-512 of its content, the Node.js that comes along too', () => {
  const { packages } = readJson<{ packages: Record<string, Locked> }>('runtime/package-lock.json');
  const all = [...locked, ...Object.entries(packages).filter(([place]) => place !== '')];
  expect(Object.keys(packages).filter((place) => place.startsWith('node_modules/node-'))).toHaveLength(3);
  const loose = all.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
  expect(loose.map(([place]) => place)).toEqual([]);
});

/** Licences that a production package may have: they ask for a notice at most, or for changes of their own files. */
const LICENCES =
  /^(?:MIT|MIT-0|ISC|0BSD|BSD(?:-[23]-Clause)?|Zlib|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|MPL-2\.0|OFL-1\.1|Python-2\.0|Unlicense)$/;

it('every package of production has a licence that asks for a notice at most', () => {
  const licences = locked
    .filter(([place, { dev }]) => !dev && existsSync(path.join(ROOT, place)))
    .map(([place]) => [place, readJson<{ license?: unknown }>(`${place}/package.json`).license] as const);
  expect(licences.length).toBeGreaterThan(200);
  const isAllowed = (licence: unknown): boolean =>
    typeof licence === 'string' &&
    licence
      .replace(/[()]/g, '')
      .split(' OR ')
      .some((one) => one.split(' AND ').every((each) => LICENCES.test(each)));
  expect(licences.filter(([, licence]) => !isAllowed(licence))).toEqual([]);
  expect(isAllowed('GPL-3.0') || isAllowed('MIT AND GPL-3.0') || isAllowed(undefined)).toBe(false);
});

it('npm run sbom lists what a production install brings, and nothing else, as CycloneDX', () => {
  const { scripts } = readJson<{ scripts: Record<string, string> }>('package.json');
  const [program = '', ...args] = (scripts.sbom as string).split(' ');
  const { stdout } = spawnSync(program, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  const { bomFormat, components } = JSON.parse(stdout) as {
    bomFormat: string;
    components: { name: string }[];
  };
  expect(bomFormat).toBe('CycloneDX');
  const names = components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', 'undici']));
  expect(names).not.toContain('vitest');
});
