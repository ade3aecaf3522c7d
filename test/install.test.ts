/** What an installation brings, and on which Node.js. */
import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import satisfies from 'semver/functions/satisfies.js';
import { expect, it } from 'vitest';

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
const lock = readJson<{
  readonly packages: Readonly<Record<string, Package & { readonly dev?: true; readonly optional?: true }>>;
}>('package-lock.json');

/** All that runs in production: the gateway, the build of its page, and what goes into the page. */
const RUNS = ['bin', 'src', 'web']
  .flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.join(folder, file),
    ),
  )
  .concat('scripts/build-page.js')
  .filter((file) => /\.(?:ts|tsx|js|css)$/.test(file) && !/\.test\.ts$|__fixtures__/.test(file));

const IMPORTED =
  /^\s*(?:import|export)\b[^'";]*\bfrom\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]|^import\s+['"]([^'"]+)['"]|\burl\(["']([^"']+)["']\)/gm;

it('a production install has every package that the gateway and its page import', () => {
  const imported = RUNS.flatMap((file) => [...read(file).matchAll(IMPORTED)])
    .map((match) => match.slice(1).find((specifier) => specifier !== undefined) as string)
    .filter((specifier) => /^[@a-z]/.test(specifier) && !isBuiltin(specifier))
    .map((specifier) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] as string);
  const packages = new Set(imported);
  expect(packages).toContain('fastify');
  expect(packages).toContain('vite');
  expect(packages).toContain('@fontsource-variable/inter');
  expect([...packages].filter((name) => own.dependencies[name] === undefined)).toEqual([]);
});

it('the lockfile holds no engines: npm would hold them against a Node.js that does not run them', () => {
  const holding = Object.entries(lock.packages).filter(([place, { engines }]) => place !== '' && engines);
  expect(holding.map(([place]) => place)).toEqual([]);
});

it('the Node.js that package.json promises runs every package of production, the one that comes along all of them', () => {
  const promised = /^>=(\d+\.\d+)$/.exec(own.engines?.node ?? '')?.[1];
  const broughtAlong = new Set(Object.values(own.optionalDependencies));
  expect(broughtAlong.size).toBe(1);
  const refused: string[] = [];
  let looked = 0;
  for (const [place, { dev, optional }] of Object.entries(lock.packages)) {
    // What is optional may be meant for another machine.
    if (place === '' || optional) continue;
    const { engines } = readJson<Package>(`${place}/package.json`);
    looked += 1;
    if (engines?.node === undefined) continue;
    for (const version of [...broughtAlong, ...(dev ? [] : [`${promised}.0`])]) {
      if (!satisfies(version, engines.node)) refused.push(`${place}: ${engines.node}, not ${version}`);
    }
  }
  expect(looked).toBeGreaterThan(200);
  expect(refused).toEqual([]);
  expect(read('bin/claimgate.js')).toContain(`${promised} or later is needed`);
});
