/** The published package: packed as npm publishes it, installed from its tarball into an empty folder, and used there. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { samplePdf } from '../harness/sample-documents.ts';
import { describeWithServer } from '../servers/find-server.ts';
import { freePort } from '../servers/free-port.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const MB = 1_000_000;
const LIGHTNING = 'Lightning never strikes the same place twice.';

/** Neither this checkout's settings nor its compiled code; npm's own settings, and its Node.js first. */
const ENV = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(?:CLAIMGATE_|VITEST|NODE_(?:COMPILE_CACHE|ENV|OPTIONS)$)/.test(name),
    ),
  ),
  PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}`,
};

interface Packed {
  readonly filename: string;
  /** Bytes of the tarball, and of what is in it. */
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

interface Result {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

const isReachable = () => spawnSync('npm', ['ping', '--fetch-retries=0'], { env: ENV }).status === 0;

describeWithServer(isReachable() ? undefined : 'npm, with a registry', 'the package', () => {
  const dir = realpathSync(mkdtempSync(path.join(tmpdir(), 'claimgate-package-')));
  const checkout = path.join(dir, 'checkout');
  const app = path.join(dir, 'app');
  const installed = path.join(app, 'node_modules/claimgate');
  let packed: Packed;
  let started: ChildProcess | undefined;

  beforeAll(() => {
    const left = /^(?:\.git|node_modules|dist|dist-page.*|coverage)$/;
    cpSync(ROOT, checkout, {
      recursive: true,
      filter: (file) =>
        !path
          .relative(ROOT, file)
          .split(path.sep)
          .some((part) => left.test(part)),
    });
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(checkout, 'node_modules'));
    const npm = (cwd: string, ...args: string[]): string =>
      execFileSync('npm', args, { cwd, env: ENV, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    // As `npm pack` does by itself; after that it would build the page once more, by `prepare`.
    npm(checkout, 'run', 'prepack');
    const answer = JSON.parse(npm(checkout, 'pack', '--json', '--ignore-scripts', '--pack-destination', dir));
    [packed] = Object.values(answer) as [Packed];
    mkdirSync(app);
    writeFileSync(path.join(app, 'package.json'), '{ "private": true, "type": "module" }');
    npm(app, 'install', '--prefer-offline', path.join(dir, packed.filename));
  }, 180_000);
  afterEach(async () => {
    if (started?.pid === undefined || started.exitCode !== null || started.signalCode !== null) return;
    const ended = once(started, 'exit');
    process.kill(-started.pid, 'SIGKILL');
    await ended;
  });
  afterAll(() => rm(dir, { recursive: true, force: true }));

  const launch = (
    command: string,
    env: Record<string, string> = {},
    input = '',
  ): { child: ChildProcess; said: () => string; result: Promise<Result> } => {
    // A group of its own, so that npx and what it runs end together.
    const child = spawn('sh', ['-c', command], { cwd: app, env: { ...ENV, ...env }, detached: true });
    child.stdin.on('error', () => {}).end(input);
    let [out, err] = ['', ''];
    child.stdout.on('data', (piece: Buffer) => {
      out += piece;
    });
    child.stderr.on('data', (piece: Buffer) => {
      err += piece;
    });
    const result = once(child, 'close').then(([code]) => ({ code: code as number | null, out, err }));
    return { child, said: () => out + err, result };
  };
  const run = (...args: Parameters<typeof launch>): Promise<Result> => launch(...args).result;
  const sandbox = { CLAIMGATE_API_KEY: 'sandbox' };

  it('holds built files alone, all of them, and the two models, in less than 95 MB', () => {
    const files = packed.files.map((file) => file.path);
    const allowed =
      /^(?:bin\/[\w-]+\.js|runtime\/package(?:-lock)?\.json|dist\/.+\.(?:js|json|md|yaml|html|css|bin)|dist\/(?:client|engine|domain|models)\/.+\.d\.ts|dist\/engine\/browser\/(?:weights\.bin|languages\.txt)|dist-page\/.+|models\/(?:README\.md|fit-pairs\.jsonl|judge\/tokenizer\.json|(?:judge|embedder)\/(?:model\.onnx|config\.json|MODEL_CARD\.md))|package\.json|README\.md|LICENSE|CHANGELOG\.md)$/;
    expect(files.filter((file) => !allowed.test(file))).toEqual([]);
    expect(files.filter((file) => /test|fixture/i.test(file))).toEqual([]);
    const sources = readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.ts$/.test(file) && !/(?:\.test|-in-tests|\.d)\.ts$|__fixtures__/.test(file))
      .map((file) => `dist/${file.replace(/\.ts$/, '.js')}`);
    expect(sources.length).toBeGreaterThan(400);
    expect(files).toEqual(expect.arrayContaining(sources));
    for (const file of ['README.md', 'LICENSE', 'CHANGELOG.md', 'dist-page/index.html'])
      expect(files).toContain(file);
    const model = packed.files.reduce(
      (sum, { path: file, size }) => sum + (file.startsWith('models/') ? size : 0),
      0,
    );
    expect(model).toBeLessThan(75 * MB);
    // Five of them are what browsers load to find claims; the page is there in two codings beside itself.
    expect(packed.unpackedSize - model).toBeLessThan(19 * MB);
  });

  it('checks a text in an application, without a server', async () => {
    cpSync(path.join(ROOT, 'examples/engine/node.js'), path.join(app, 'engine.js'));
    const { code, out, err } = await run(`${process.execPath} engine.js`);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('refuted: You can return items within 30 days.');
    expect(out).toContain('refutes: “You can return items within 14 days. Sale items cannot be returned.”');
    expect(out).toContain('say “14”, not “30”');
  });

  it('answers in a route of Next.js by a model that the application asks', async () => {
    const route = path.join(app, 'route.js');
    cpSync(path.join(ROOT, 'examples/engine/nextjs/app/api/check/route.js'), route);
    const question = JSON.stringify({
      text: 'The tower was completed in 1889.',
      documents: [{ title: 'Towers', text: 'The tower in Paris was completed in 1887.' }],
    });
    writeFileSync(
      path.join(app, 'try-route.js'),
      `globalThis.fetch = async (url, { body }) => {
        if (JSON.parse(body).response_format.type !== 'json_schema') throw new Error(url);
        const verdict = {
          claim: 1, part: 0, evidence: [{ number: 1, stance: 'refutes', words: 'completed in 1887' }],
          explanation: '', verdict: 'refuted', probability: 0.95, wrong: '1889', right: '1887', next_queries: [],
        };
        const content = JSON.stringify({ verdicts: [verdict] });
        return Response.json({ choices: [{ message: { content } }] });
      };
      const { POST } = await import('./route.js');
      const request = new Request('http://localhost/api/check', { method: 'POST', body: ${JSON.stringify(question)} });
      console.log(await (await POST(request)).text());`,
    );
    const { code, out, err } = await run(`MODEL=my-model ${process.execPath} try-route.js`);
    expect([code, err]).toEqual([0, '']);
    const events = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events.map(({ type }) => type)).toEqual(['found', 'judging', 'verdict', 'correction', 'done']);
    expect(events[2].claim).toMatchObject({ verdict: 'refuted', judged_by: 'my-model' });
  });

  it('names no place of the machine that built it', () => {
    const naming = packed.files
      .map((file) => file.path)
      .filter((file) => {
        const content = readFileSync(path.join(installed, file), 'latin1');
        return [checkout, ROOT].some((place) => content.includes(place));
      });
    expect(naming).toEqual([]);
  });

  it('brings neither the packages of the page nor those of tests', () => {
    const packages = readdirSync(path.join(app, 'node_modules'));
    expect(packages).toContain('fastify');
    for (const absent of ['react', 'antd', 'vite', 'katex', 'typescript', 'vitest', 'claimgate-web'])
      expect(packages).not.toContain(absent);
  });

  it('checks an article that is piped in, and exits with 3 on a refuted claim', async () => {
    writeFileSync(path.join(app, 'article.md'), `# Storms\n\n${LIGHTNING} The human body has 206 bones.\n`);
    const check = 'cat article.md | npx claimgate check - --fail-on refuted';
    const { code, out } = await run(check, sandbox);
    expect(out).toContain(`✗ refuted: ${LIGHTNING}\n`);
    expect(out).toMatch(/\n2 claims: 1 supported, 1 refuted; sources: starter\.\n$/);
    expect(code).toBe(3);
    const simulated = await run(check);
    expect(simulated.code).toBe(3);
    expect(simulated.err).toContain('set CLAIMGATE_API_KEY for a real one');
  });

  it('has the other commands: --version, models, detect, mcp', async () => {
    const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
    expect(await run('npx claimgate --version')).toMatchObject({ code: 0, out: `${version}\n` });
    expect((await run('npx claimgate models')).out).toContain('gpt-6-luna *');
    const detected = await run('npx claimgate detect', {}, `Thanks! ${LIGHTNING}`);
    expect(JSON.parse(detected.out)).toMatchObject({ claims: [{ text: LIGHTNING }] });
    const client = new Client({ name: 'tests', version: '1' });
    const transport = new StdioClientTransport({
      command: 'npx',
      args: ['claimgate', 'mcp'],
      cwd: app,
      env: ENV as Record<string, string>,
      stderr: 'ignore',
    });
    await client.connect(transport);
    const answer = await client.callTool({ name: 'find_claims', arguments: { text: LIGHTNING } });
    expect(JSON.stringify(answer)).toContain(LIGHTNING);
    await client.close();
  });

  /** Starts a gateway. @returns its address, and what it has said so far. */
  async function start(
    command: string,
  ): Promise<{ url: string; said: () => string; result: Promise<Result> }> {
    const { child, said, result } = launch(command, { PORT: '0' });
    started = child;
    const listening = /Claimgate listens on (\S+)/;
    await expect.poll(said, { timeout: 30_000 }).toMatch(listening);
    return { url: listening.exec(said())?.[1] as string, said, result };
  }

  const ask = (url: string, fields: object): Promise<Response> =>
    fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer sandbox' },
      body: JSON.stringify({
        model: 'gpt-6-luna',
        messages: [{ role: 'user', content: LIGHTNING }],
        ...fields,
      }),
    });

  it('serves the API, its reference and the page', async () => {
    const { url, said, result } = await start('npx claimgate start');
    expect((await fetch(`${url}/ready`)).status).toBe(200);
    const verified = await (await ask(url, { fact_check: { mode: 'verify' } })).json();
    expect(verified).toMatchObject({
      object: 'chat.completion',
      fact_check_metadata: {
        claims: expect.arrayContaining([expect.objectContaining({ text: LIGHTNING, verdict: 'refuted' })]),
      },
    });
    const page = await (await fetch(url)).text();
    const assets = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, asset]) => asset as string);
    expect(assets.filter((asset) => asset.startsWith('/assets/')).length).toBeGreaterThan(1);
    for (const asset of [...assets, '/inter.woff2', '/openapi.json', '/docs/', '/docs/js/scalar.js'])
      expect([asset, (await fetch(url + asset)).status]).toEqual([asset, 200]);
    process.kill(-(started?.pid as number), 'SIGTERM');
    await result;
    expect(said()).toContain('ended by SIGTERM, drained');
    expect(said()).not.toMatch(/"level":"(?:warn|error)"/);
  });

  it('has its threads and workers', async () => {
    const port = await freePort();
    writeFileSync(path.join(app, 'config.yaml'), `workers: 2\nadmin: { port: ${port} }\n`);
    const { url, said } = await start('CLAIMGATE_CONFIG=config.yaml npx claimgate start');
    await expect.poll(() => said().match(/a worker serves/g)?.length, { timeout: 20_000 }).toBe(2);
    expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
    const document = await fetch(`${url}/v1/documents`, {
      method: 'POST',
      headers: { 'content-type': 'application/pdf' },
      body: new Uint8Array(samplePdf({ pages: [[LIGHTNING]] })),
    });
    expect(await document.json()).toMatchObject({ text: LIGHTNING });
    const answer = await ask(url, { enable_evaluations: true, fact_check: { mode: 'detect' } });
    const { evaluation } = (await answer.json()) as { evaluation: { report_url: string } };
    const report = await fetch(url + evaluation.report_url, {
      headers: { authorization: 'Bearer sandbox', accept: 'text/csv' },
    });
    expect(report.status).toBe(200);
    expect(await report.text()).toContain(LIGHTNING);
    expect(said()).not.toMatch(/"level":"(?:warn|error)"/);
  });

  it('has claimgate/client, with types', async () => {
    writeFileSync(
      path.join(app, 'use-client.mts'),
      "import 'claimgate/client/openai';\nimport { type Claim, readClaims } from 'claimgate/client';\nconst claims: readonly Claim[] = readClaims({});\nconsole.log(claims.length);\n",
    );
    expect(await run('node use-client.mts')).toMatchObject({ code: 0, out: '0\n' });
    const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
    const types = `node ${tsc} --ignoreConfig --noEmit --strict --target esnext --skipLibCheck --types ""`;
    for (const module of ['nodenext', 'node16', 'esnext --moduleResolution bundler']) {
      const right = await run(`${types} --module ${module} use-client.mts`);
      expect([module, right.code, right.out]).toEqual([module, 0, '']);
    }
    writeFileSync(
      path.join(app, 'wrong.mts'),
      "import { readClaim } from 'claimgate/client';\nreadClaim();\n",
    );
    expect((await run(`${types} --module nodenext wrong.mts`)).out).toContain(
      "no exported member named 'readClaim'",
    );
  });
});
