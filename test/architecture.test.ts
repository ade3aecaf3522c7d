/** Who may know whom. The matrix below is also the table in docs/architecture.md. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
const SRC = path.join(ROOT, 'src');

/**
 * Room → the rooms that it may import. A room is a folder of src/, or of one of its houses `engine`, `models` and `gateway`;
 * a house among the imports stands for all of its rooms.
 */
const MATRIX: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  scheduling: [],
  client: [],
  docx: ['domain'],
  'models/wire': [],
  'models/dialects': ['domain'],
  'models/providers': ['domain', 'models/dialects'],
  'models/upstream': ['domain', 'models/wire', 'models/dialects', 'models/providers'],
  'engine/text': [],
  'engine/claims': ['domain', 'engine/text'],
  'engine/corpus': ['engine/text'],
  'engine/judge': ['domain', 'engine/text'],
  'engine/vectors': ['domain', 'engine/text', 'engine/corpus', 'engine/judge'],
  'engine/factcheck': ['domain', 'models', 'engine/text', 'engine/claims', 'engine/corpus', 'engine/judge'],
  'engine/report': ['domain', 'engine/corpus'],
  engine: ['domain', 'models/upstream', 'engine'],
  sandbox: ['domain'],
  documents: ['models/wire', 'engine/corpus'],
  mcp: ['domain', 'models', 'engine'],
  evaluation: ['domain', 'scheduling', 'models', 'engine', 'gateway/store'],
  'gateway/config': ['domain', 'models/providers'],
  'gateway/telemetry': [],
  'gateway/store': ['domain', 'scheduling', 'engine/corpus'],
  'gateway/admission': ['domain', 'scheduling', 'gateway/store'],
  'gateway/admin': ['domain', 'gateway/store', 'gateway/admission'],
  'gateway/responses': ['domain', 'scheduling', 'gateway/store'],
  'gateway/reports': ['domain', 'gateway/store'],
  'gateway/webhooks': ['domain', 'scheduling', 'models/wire', 'gateway/store'],
  'gateway/traffic': ['domain', 'scheduling', 'gateway/store'],
  'gateway/chat': ['domain', 'models', 'engine'],
  'gateway/http': [
    'domain',
    'models',
    'engine/factcheck',
    'engine/judge',
    'engine/report',
    'documents',
    'docx',
    'mcp',
    'evaluation',
    'gateway/telemetry',
    'gateway/admission',
    'gateway/admin',
    'gateway/reports',
    'gateway/responses',
    'gateway/traffic',
    'gateway/chat',
  ],
  'gateway/workers': ['gateway/admission', 'gateway/http'],
  'gateway/wiring': [
    'domain',
    'scheduling',
    'models',
    'engine',
    'sandbox',
    'documents',
    'mcp',
    'evaluation',
    'gateway',
  ],
};
/** Folders of src/ that hold rooms. */
const HOUSES = new Set(['engine', 'models', 'gateway']);

/** Rooms that only compute: no I/O, no clock, no randomness. */
const PURE = [
  'domain',
  'engine/text',
  'engine/claims',
  'engine/corpus',
  'engine/report',
  'models/dialects',
  'models/providers',
];
/** A part of a room that otherwise does I/O. */
const PURE_FOLDER = path.join(SRC, 'engine/judge/values') + path.sep;
const isPure = (file: string): boolean =>
  PURE.includes(roomOf(file)) || path.resolve(ROOT, file).startsWith(PURE_FOLDER);
/** Load data of their own: a package when it is first needed, and the detector's weights. */
const LOADS = new Set(['src/engine/text/load-language-detector.ts', 'src/engine/claims/read-weights.ts']);
/** Who has a clock, ids or randomness of its own, and for what; everything else is handed in. */
const OWN_CLOCK_OR_RANDOMNESS: readonly (readonly [file: RegExp, why: string])[] = [
  [/^gateway\/telemetry\/log\.ts$/, 'the time of a log line'],
  [/^gateway\/config\/read-secret\.ts$/, 'generates the secret'],
  [/^evaluation\/encrypt-text\.ts$/, 'keys of evaluations'],
  [/^gateway\/store\/seal-text\.ts$/, 'nonces of a cipher'],
  [/^gateway\/http\/checks\/check-settings\.ts$/, 'the date of a ClaimReview'],
  [/^sandbox\//, 'stands for providers, who have their own'],
  [/^engine\/create-checker\.ts$/, 'joins the rooms for applications, and hands them in'],
  [/^gateway\/wiring\//, 'joins the rooms, and hands them in'],
];
/** The files of gateway/ itself, and the command line, may know every room. */
const JOINING = new Set(['gateway', 'cli']);

interface Import {
  readonly file: string;
  readonly room: string;
  readonly specifier: string;
  readonly target: string | undefined;
}

function sourceFiles(dir: string): string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/(?:\.test|-in-tests)\.ts$|__fixtures__/.test(name))
    .map((name) => path.join(dir, name));
}

function pageFiles(): string[] {
  const dir = path.join(ROOT, 'web');
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && name !== 'vite.config.ts')
    .map((name) => path.join(dir, name));
}

function roomOf(file: string): string {
  const [house = '', room, inRoom] = path.relative(SRC, file).split(path.sep);
  return HOUSES.has(house) && inRoom !== undefined ? `${house}/${room}` : house;
}

const files = sourceFiles(SRC);
const text = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
const imports: Import[] = files.flatMap((file) =>
  [
    ...(text.get(file) as string).matchAll(
      /(?:^|\n)\s*(?:import|export)\b[^'";]*?\bfrom\s+'([^']+)'|\bimport\(\s*'([^']+)'|(?:^|\n)import\s+'([^']+)'/g,
    ),
  ].map((match) => {
    const specifier = (match[1] ?? match[2] ?? match[3]) as string;
    const target = specifier.startsWith('.') ? path.resolve(path.dirname(file), specifier) : undefined;
    return { file: path.relative(ROOT, file), room: roomOf(file), specifier, target };
  }),
);

/** Rooms whose objects are made for a request; what lives as long as the gateway stands in `http/server`. */
const MADE_PER_REQUEST = /^src\/(?:engine|models|gateway\/(?:chat|admission|http\/(?!server\/)))/;

describe('architecture', () => {
  it('an exported number says that it is one', () => {
    // Else its value is part of its type, and a changed value lets all that imports it be checked again.
    const untyped = files.filter((file) => /^export const \w+ = [\d_]/m.test(text.get(file) as string));
    expect(untyped.map((file) => path.relative(ROOT, file))).toEqual([]);
  });

  it('no object literal of a request has a getter', () => {
    // V8 gives each such object a hidden class of its own among the old objects: it holds the getter, and all that the
    // getter sees, until the next major collection. Getters of a class are shared.
    const getters = files
      .map((file) => path.relative(ROOT, file))
      .filter((file) => MADE_PER_REQUEST.test(file))
      .filter((file) => /^ {4,}[gs]et \w+\(/m.test(text.get(path.join(ROOT, file)) as string));
    expect(getters).toEqual([]);
  });

  it('reads the source', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(imports.length).toBeGreaterThan(150);
  });

  it('every room is in the matrix', () => {
    const rooms = new Set(files.map(roomOf).filter((room) => !JOINING.has(room)));
    expect([...rooms].filter((room) => MATRIX[room] === undefined)).toEqual([]);
  });

  it('only what starts and joins the rooms stands outside of them', () => {
    const outside = files
      .filter((file) => HOUSES.has(roomOf(file)) || !path.relative(SRC, file).includes(path.sep))
      .map((file) => path.relative(SRC, file));
    expect(outside.sort()).toEqual([
      ...['create-checker', 'detect', 'index'].map((name) => `engine/${name}.ts`),
      ...['app', 'main', 'supervisor', 'worker'].map((name) => `gateway/${name}.ts`),
    ]);
  });

  it('a room imports only what lies further along the way of a request', () => {
    const wrong = imports
      .filter(({ room, target }) => target !== undefined && !JOINING.has(room))
      .filter(({ room, target }) => {
        const other = roomOf(target as string);
        const allowed = MATRIX[room] as readonly string[];
        return other !== room && !allowed.includes(other) && !allowed.includes(other.split('/')[0] as string);
      })
      .map(
        ({ file, room, specifier }) =>
          `${file} imports ${specifier}: ${room} may know ${(MATRIX[room] ?? []).join(', ') || 'nothing'} (docs/architecture.md)`,
      );
    expect(wrong).toEqual([]);
  });

  it('pure rooms do no I/O and have no clock and no randomness', () => {
    const impure = imports
      .filter(({ file, specifier }) => isPure(file) && specifier.startsWith('node:'))
      .filter(({ file }) => !LOADS.has(file))
      .map(({ file, specifier }) => `${file} imports ${specifier}: hand it in`);
    const calls = files
      .filter((file) => isPure(file) && !file.endsWith('.browser.ts'))
      .filter((file) =>
        /\bDate\.now\(|new Date\(\)|Math\.random\(|performance\.now\(|setTimeout\(|\bfetch\(/.test(
          text.get(file) as string,
        ),
      )
      .map((file) => `${path.relative(ROOT, file)} reads the clock or randomness: hand it in`);
    expect([...impure, ...calls]).toEqual([]);
  });

  it('time of day, ids and randomness are handed in', () => {
    const own = files
      .filter((file) => !JOINING.has(roomOf(file)))
      .filter((file) =>
        /\bDate\.now\b|new Date\(\)|Math\.random\b|\brandom(?:UUID|Bytes|Int|FillSync)\b/.test(
          text.get(file) as string,
        ),
      )
      .map((file) => path.relative(SRC, file));
    const unnamed = own.filter((file) => !OWN_CLOCK_OR_RANDOMNESS.some(([named]) => named.test(file)));
    expect(unnamed, 'hand it in, or say why not here and in docs/architecture.md').toEqual([]);
    const idle = OWN_CLOCK_OR_RANDOMNESS.filter(([named]) => !own.some((file) => named.test(file)));
    expect(idle).toEqual([]);
  });

  it('the client runs anywhere: it imports no package, and nothing of Node', () => {
    const own = imports.filter(({ room }) => room === 'client');
    expect(own).not.toEqual([]);
    // It has types alone, for a package that the application brings.
    const packages = own.filter(
      ({ target, file }) => target === undefined && file !== 'src/client/openai.ts',
    );
    expect(packages).toEqual([]);
    const ofNode = files.filter(
      (file) => roomOf(file) === 'client' && /\b(?:process|Buffer|node:\w+)\b/.test(text.get(file) as string),
    );
    expect(ofNode).toEqual([]);
  });

  it('only config/ reads the environment', () => {
    const wrong = files
      .filter(
        (file) => roomOf(file) !== 'gateway/config' && /\bprocess\.env\b/.test(text.get(file) as string),
      )
      .map((file) => path.relative(ROOT, file));
    expect(wrong).toEqual([]);
  });

  it('only wire/ opens connections to the outside (store, Redis and telemetry exporters aside)', () => {
    const clients = new Set(['undici', 'node:http', 'node:https', 'node:net', 'node:tls', 'node:dgram']);
    // node:net in these places is asked about addresses; the sandbox, http and workers listen.
    const allowed = new Set([
      'models/wire',
      'sandbox',
      ...['store', 'telemetry', 'http', 'workers'].map((room) => `gateway/${room}`),
    ]);
    const wrong = imports
      .filter(({ room, specifier }) => clients.has(specifier) && !allowed.has(room))
      .filter(({ file, specifier }) => {
        const source = text.get(path.join(ROOT, file)) as string;
        const names =
          new RegExp(`import (?:type )?\\{([^}]*)\\} from '${specifier}'`).exec(source)?.[1] ?? '*';
        return names
          .split(',')
          .some(
            (name) =>
              !/^\s*(type .*|BlockList|isIP|isIPv4|isIPv6|AddressInfo|IncomingHttpHeaders)\s*$/.test(name),
          );
      })
      .map(({ file, specifier }) => `${file} imports ${specifier}`);
    expect(wrong).toEqual([]);
  });

  it('the page imports types of domain/ alone, and what writes DOCX: no other code of the gateway comes into it', () => {
    const imports = pageFiles().flatMap((file) =>
      [
        ...readFileSync(file, 'utf8').matchAll(/^(import|export)( type)? [^;]*?'((?:\.\.\/)+src\/[^']+)'/gms),
      ].map(([, , type, specifier]) => ({ file, type, specifier })),
    );
    expect(imports).not.toEqual([]);
    const foreign = imports
      .filter(({ type, specifier }) => !type || !specifier?.includes('/src/domain/'))
      .filter(({ specifier }) => !specifier?.endsWith('/src/docx/write-docx.ts'));
    expect(foreign).toEqual([]);
  });

  it('has no cycles, of types neither', () => {
    const edges = new Map<string, string[]>();
    for (const file of files) edges.set(file, []);
    for (const { file, target } of imports) {
      if (target !== undefined && edges.has(target)) edges.get(path.join(ROOT, file))?.push(target);
    }
    const state = new Map<string, 'open' | 'done'>();
    const cycles: string[] = [];
    const visit = (file: string, trail: readonly string[]): void => {
      if (state.get(file) === 'done') return;
      if (state.get(file) === 'open') {
        cycles.push(
          [...trail.slice(trail.indexOf(file)), file].map((name) => path.relative(SRC, name)).join(' → '),
        );
        return;
      }
      state.set(file, 'open');
      for (const next of edges.get(file) ?? []) visit(next, [...trail, file]);
      state.set(file, 'done');
    };
    for (const file of files) visit(file, []);
    expect(cycles).toEqual([]);
  });

  it('a start loads no client of Redis or PostgreSQL, and not what draws the reference or speaks MCP', () => {
    const loaded = new Set([path.join(SRC, 'gateway/main.ts')]);
    const packages = new Set<string>();
    for (const file of loaded) {
      const values = /(?:^|\n)(?:import|export)\b(?! type\b)[^'";]*?\bfrom\s+'([^']+)'/g;
      for (const [, specifier = ''] of text.get(file)?.matchAll(values) ?? []) {
        if (specifier.startsWith('.')) loaded.add(path.resolve(path.dirname(file), specifier));
        else packages.add(specifier);
      }
    }
    expect(packages).toContain('fastify');
    expect(
      [...packages].filter((name) =>
        /^(?:redis|pg|@scalar\/.*|@modelcontextprotocol\/.*|node:https?)$/.test(name),
      ),
    ).toEqual([]);
  });

  it('docs/architecture.md names files that exist', () => {
    const page = readFileSync(path.join(ROOT, 'docs/architecture.md'), 'utf8');
    const named = new Set([...page.matchAll(/`([\w./*-]+\.ts)`/g)].map((match) => match[1] as string));
    expect(named.size).toBeGreaterThan(20);
    const paths = files.map((file) => path.relative(ROOT, file));
    const missing = [...named].filter(
      (name) =>
        !existsSync(path.join(ROOT, name)) &&
        !paths.some((file) => path.matchesGlob(file, `{${name},**/${name}}`)),
    );
    expect(missing, 'moved or renamed: change the page too').toEqual([]);
  });

  it('docs/architecture.md has the same matrix', () => {
    const page = readFileSync(path.join(ROOT, 'docs/architecture.md'), 'utf8');
    const documented = Object.fromEntries(
      [...page.matchAll(/^\| `([a-z/]+)` \| (.*?) \|/gm)].map((match) => [
        match[1] as string,
        [...(match[2] as string).matchAll(/`([a-z/]+)`/g)].map((name) => name[1] as string),
      ]),
    );
    expect(documented).toEqual(MATRIX);
  });
});
