/** `claimgate check` as a person or a script uses it; the sandbox judges. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeJudge, REFUTES, SUPPORTS, UNSURE } from '../../test/harness/fake-judge.ts';
import { type FakeSearch, searchConfig, startFakeSearch } from '../../test/harness/fake-search.ts';
import { startJudgingProvider } from '../../test/harness/judging-provider.ts';
import { envFor } from '../../test/harness/provider-wires.ts';
import { sampleDocx, samplePage, samplePdf } from '../../test/harness/sample-documents.ts';
import { readDocx } from '../documents/read-docx.ts';
import type { FactCheckMetadata } from '../domain/claim.ts';
import { MAX_TEXT } from '../engine/factcheck/check-text.ts';
import { collect, NO_JUDGE, runInTests } from './run-in-tests.ts';
import { Interrupted, type Terminal } from './terminal.ts';

const WALL = 'The Great Wall of China is visible from the Moon.';
const CURIE = 'Marie Curie won two Nobel Prizes.';
const TEXT = `# Notes\n\n- ${WALL}\n- ${CURIE}\n`;
const JUDGED = ['--model', 'gpt-6-luna'];

/** What gives verdicts: the sandbox has those of the judge. */
const GIVES_VERDICTS = new Set(['--model', '--fail-on', '--github', '--sarif', '--mode']);
const reader = fakeJudge(({ claim, passage }) => {
  if (claim === WALL && passage.includes('cannot be seen from the Moon')) return REFUTES;
  return claim === CURIE && passage.includes('the first person to win two') ? SUPPORTS : UNSURE;
});

const isSandboxed = ({ CLAIMGATE_API_KEY: key = '' }: Record<string, string>): boolean =>
  key === '' || key === 'sandbox';

let directory = '';
let search: FakeSearch;
const file = (name: string): string => path.join(directory, name);
beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'claimgate-check-'));
  search = await startFakeSearch();
  writeFileSync(file('draft.md'), TEXT);
  writeFileSync(file('search.yaml'), searchConfig(search));
});
afterAll(async () => {
  await search.stop();
  rmSync(directory, { recursive: true, force: true });
});

const run = (
  args: readonly string[],
  stdin: Terminal['stdin'] | string = TEXT,
  env: Record<string, string> = {},
  over: Partial<Terminal> = {},
) =>
  runInTests(
    ['check', ...args],
    { CLAIMGATE_DATA_DIR: file('data'), CLAIMGATE_API_KEY: 'sandbox', ...env },
    stdin,
    {
      ...(isSandboxed(env) && args.some((arg) => GIVES_VERDICTS.has(arg)) ? { judge: reader } : {}),
      ...over,
    },
  );
const withSearch = (args: readonly string[], stdin = TEXT, env: Record<string, string> = {}) =>
  run(args, stdin, { CLAIMGATE_CONFIG: file('search.yaml'), ...env });
const metadataOf = ({ stdout }: { stdout: string }): FactCheckMetadata => {
  expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  return JSON.parse(stdout);
};

/** Of what was searched for since the last call. */
const askedLanguages = (): Set<string | null> =>
  new Set(
    search.received
      .splice(0)
      .map(({ url }) => new URL(url, 'http://search.test').searchParams.get('language')),
  );

describe('claimgate check of documents and links', () => {
  let pages: Server;
  let at = '';
  beforeAll(async () => {
    pages = createServer((request, response) => {
      if (request.url === '/inside')
        return response.writeHead(302, { location: 'http://localhost:1/' }).end();
      response.setHeader('content-type', 'text/html').end(samplePage(`<p>${WALL}</p><p>${CURIE}</p>`));
    });
    await new Promise<void>((resolve) => void pages.listen(0, '127.0.0.1', resolve));
    at = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
    writeFileSync(file('fetch.yaml'), 'fetch: { private_hosts: [127.0.0.1] }');
    writeFileSync(file('off.yaml'), 'fetch: { pages: false, private_hosts: [127.0.0.1] }');
    writeFileSync(file('walls.pdf'), samplePdf({ pages: [[WALL], [CURIE]] }));
    writeFileSync(file('walls.docx'), sampleDocx([WALL, CURIE]));
    writeFileSync(file('walls.html'), samplePage(`<p>${WALL}</p><p>${CURIE}</p>`));
    writeFileSync(file('locked.pdf'), samplePdf({ pages: [[WALL]], encrypted: true }));
    writeFileSync(file('walls.png'), Buffer.from('\x89PNG\r\n', 'latin1'));
  });
  afterAll(() => pages.close());
  const fetching = { CLAIMGATE_API_KEY: 'sandbox' };

  it.each(['walls.pdf', 'walls.docx', 'walls.html'])('%s', async (name) => {
    const { code, stdout } = await run([file(name), ...JUDGED]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^✗ refuted: The Great Wall/);
    expect(stdout).toMatch(/\n2 claims: 1 supported, 1 refuted; sources: starter\.\n$/);
  });

  it('a page, and one that is piped in', async () => {
    const env = { ...fetching, CLAIMGATE_CONFIG: file('fetch.yaml') };
    const { code, stdout } = await run([`${at}/article`, '--json', ...JUDGED], '', env);
    expect(code).toBe(0);
    expect(metadataOf({ stdout }).claims.map(({ verdict }) => verdict)).toEqual(['refuted', 'supported']);
    const piped = Readable.from([readFileSync(file('walls.pdf'))]);
    expect((await run(['-', ...JUDGED], piped)).stdout).toContain('\n2 claims: ');
  });

  it('refuses plainly what it cannot read or may not fetch', async () => {
    const said = async (from: string, config = 'fetch.yaml') => {
      const { code, stdout, stderr } = await run([from], '', { CLAIMGATE_CONFIG: file(config) });
      expect([code, stdout]).toEqual([1, '']);
      return stderr;
    };
    expect(await said(file('walls.png'))).toContain('walls.png: This is an image. Readable are PDF');
    expect(await said(file('locked.pdf'))).toContain('protected with a password; save it without one\n');
    expect(await said(`${at}/inside`)).toContain(`${at}/inside: The address leads into a private network`);
    expect(await said(`${at}/article`, 'off.yaml')).toContain('links are not fetched: config says');
  });

  it('--report writes a page that stands by itself, with what the document says of itself', async () => {
    const env = { ...fetching, CLAIMGATE_CONFIG: file('fetch.yaml') };
    const args = [`${at}/article`, '--report', file('out/report.html'), '--fail-on', 'refuted', ...JUDGED];
    const { code, stdout } = await run(args, '', env);
    expect(code).toBe(3);
    expect(stdout).toContain('\n2 claims: ');
    const report = readFileSync(file('out/report.html'), 'utf8');
    for (const part of [
      '<h1 dir="ltr">On towers</h1>',
      '<dt>Author</dt><dd dir="ltr">Ann Author</dd>',
      '<dt>Published</dt><dd dir="ltr">2024-05-01</dd>',
      `<a href="${at}/article">${at}/article</a>`,
      '<dt>Judged by</dt><dd dir="ltr">gpt-6-luna (simulated)</dd>',
      `<span class="verdict refuted">✗ refuted:</span> ${WALL}`,
      '<blockquote class="quote" dir="ltr">refutes: “The Great Wall of China cannot be seen from the Moon',
      '<a href="https://en.wikipedia.org/wiki/Great_Wall_of_China">',
      '2 claims: 1 supported, 1 refuted; sources: starter.',
    ]) {
      expect(report).toContain(part);
    }
    expect(report).not.toMatch(/<script|\ssrc=|127\.0\.0\.1:\d+\/starter/);
  });

  it('--report writes a Word document where its name ends so', async () => {
    const args = [file('walls.pdf'), '--report', file('out/report.docx'), ...JUDGED];
    expect((await run(args)).code).toBe(0);
    const { text, title } = await readDocx(readFileSync(file('out/report.docx')));
    expect(text).toContain(`# ${title}\n`);
    expect(text).toContain(`✗ refuted: ${WALL}`);
    expect(text).toContain('# Sources\n\n');
  });

  it('a report that cannot be written is said before anything is checked', async () => {
    const { code, stdout, stderr } = await run([file('walls.pdf'), '--report', file('walls.pdf/a.html')]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('cannot write');
  });

  it('--mode detect finds claims alone', async () => {
    const { code, stdout, stderr } = await run([file('walls.pdf'), '--mode', 'detect']);
    expect([code, stdout, stderr]).toEqual([0, `• ${WALL}\n\n• ${CURIE}\n\n2 claims.\n`, '']);
  });

  it('ends at Ctrl-C without a word on stdout', async () => {
    const stop = AbortSignal.abort(new Interrupted());
    const { code, stdout, stderr } = await run([file('walls.pdf')], '', {}, { onInterrupt: () => stop });
    expect([code, stdout, stderr]).toEqual([130, '', 'claimgate: Stopped\n']);
  });
});

describe('claimgate check', () => {
  it('without a model gives each claim what is found for it, and says that there are no verdicts', async () => {
    const { code, stdout, stderr } = await run([file('draft.md')]);
    expect([code, stderr]).toEqual([0, 'No --model: claims with evidence, without verdicts.\n']);
    expect(stdout).toMatch(
      /^• The Great Wall of China is visible from the Moon\.\n {4}found: “The Great Wall/,
    );
    expect(stdout).toContain('\n        See also https://en.wikipedia.org/wiki/Great_Wall_of_China\n');
    expect(stdout).toMatch(/\n\n2 claims: 2 with evidence found; sources: starter\.\n$/);
  });

  it('with a model gives verdicts, and reads standard input where no file is named', async () => {
    const { code, stdout, stderr } = await run(JUDGED);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^✗ refuted: The Great Wall of China is visible from the Moon\.\n/);
    expect(stdout).toContain('\n    refutes: “The Great Wall of China cannot be seen from the Moon');
    expect(stdout).toContain('\n✓ supported: Marie Curie won two Nobel Prizes.\n');
    expect(stdout).toMatch(/\n2 claims: 1 supported, 1 refuted; sources: starter\.\n$/);
  });

  it('--json gives the metadata of the API in one line, with offsets into the text', async () => {
    const metadata = metadataOf(await run(['-', '--json', ...JUDGED]));
    expect(metadata).toMatchObject({
      claims_detected: 2,
      mode: 'verify',
      sources_consulted: ['starter'],
    });
    expect(metadata.claims.map(({ start, end, verdict }) => [TEXT.slice(start, end), verdict])).toEqual([
      [WALL, 'refuted'],
      [CURIE, 'supported'],
    ]);
  });

  it('--markdown gives a list', async () => {
    const { stdout } = await run(['--markdown', ...JUDGED]);
    expect(stdout).toMatch(/^- \*\*refuted\*\*: The Great Wall/);
    expect(stdout).toContain('\n    - See also <https://en.wikipedia.org/wiki/Great_Wall_of_China>\n');
  });

  it('of several files gives each under its name, and fails by all of them', async () => {
    writeFileSync(file('curie.md'), CURIE);
    const files = [file('curie.md'), file('draft.md')];
    const { code, stdout, stderr } = await run([...files, '--fail-on', 'refuted', ...JUDGED]);
    expect([code, stderr]).toEqual([3, 'claimgate: 1 of 3 claims: refuted\n']);
    expect(stdout.startsWith(`${files[0]}\n\n✓ supported: ${CURIE}\n`)).toBe(true);
    expect(stdout).toContain(
      `\n1 claim: 1 supported; sources: starter.\n\n${files[1]}\n\n✗ refuted: ${WALL}\n`,
    );
    const json = await run([...files, '--json', ...JUDGED]);
    const lines = json.stdout.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).claims_detected)).toEqual([1, 2]);
  });

  it('of several files says first which one cannot be read', async () => {
    const { code, stdout, stderr } = await run([file('draft.md'), file('missing.md'), ...JUDGED]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('missing.md: there is no such file');
  });

  it('--github and --sarif name the line of each claim that is not supported', async () => {
    const draft = file('draft.md');
    const args = [draft, '--github', '--sarif', file('out/claims.sarif'), ...JUDGED];
    const { code, stdout } = await run(args);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^::error file=.+draft\.md,line=3,endLine=3,col=3,endColumn=52,title=Claim%3A refuted::/,
    );
    expect(stdout).toContain(`::✗ refuted: ${WALL}%0A`);
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    const { runs } = JSON.parse(readFileSync(file('out/claims.sarif'), 'utf8'));
    expect(runs[0].results).toEqual([
      {
        ruleId: 'refuted',
        level: 'error',
        message: {
          text: expect.stringMatching(/^✗ refuted: The Great Wall.+\n.+\n {4}refutes: “The Great Wall/),
        },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: draft },
              region: { startLine: 3, startColumn: 3, endLine: 3, endColumn: 52 },
            },
          },
        ],
      },
    ]);
  });

  it('--summary writes Markdown beside any other form', async () => {
    const args = [file('draft.md'), file('draft.md'), '--json', '--summary', file('out/summary.md')];
    const { code, stdout } = await run([...args, ...JUDGED]);
    expect([code, stdout.trimEnd().split('\n').length]).toEqual([0, 2]);
    const printed = await run([file('draft.md'), file('draft.md'), '--markdown', ...JUDGED]);
    expect(printed.stdout).toContain(`- **refuted**: ${WALL}\n`);
    expect(readFileSync(file('out/summary.md'), 'utf8')).toBe(printed.stdout);
  });

  it('a PDF has no lines to name', async () => {
    writeFileSync(file('wall.pdf'), samplePdf({ pages: [[WALL]] }));
    const { stdout } = await run([file('wall.pdf'), '--github', ...JUDGED]);
    expect(stdout).toMatch(/^::error file=[^,]+wall\.pdf,title=Claim%3A refuted::✗ refuted: /);
  });

  it.each([
    ['refuted', 3, 'claimgate: 1 of 2 claims: refuted\n'],
    ['conflicting, supported', 3, 'claimgate: 1 of 2 claims: conflicting evidence or supported\n'],
    ['conflicting,undecided', 0, ''],
  ])('--fail-on %j exits %i, after the whole has been written', async (verdicts, exit, said) => {
    const { code, stdout, stderr } = await run(['--fail-on', verdicts, ...JUDGED]);
    expect([code, stderr]).toEqual([exit, said]);
    expect(stdout).toMatch(/\n2 claims: /);
  });

  it('--max-claims says how many are looked up, and what was left out is said', async () => {
    const { code, stdout, stderr } = await run(['--max-claims', '1']);
    expect(code).toBe(0);
    expect(stderr).toContain(
      '1 of 2 claims was not looked up: the limit is 1. To include all of them: --max-claims 2\n',
    );
    expect(stdout).toContain('\n    No evidence was searched for.\n');
    expect(stdout).toMatch(/\n2 claims: 1 with evidence found, 1 not looked up; sources: starter\.\n$/);
    writeFileSync(file('one.yaml'), 'fact_check: { max_claims: 1 }');
    const more = await run(['--max-claims', '2', '--json'], TEXT, { CLAIMGATE_CONFIG: file('one.yaml') });
    expect(metadataOf(more).claims.filter(({ evidence }) => evidence !== undefined)).toHaveLength(2);
  });

  it('--language is the language of the claims, in which sources are asked', async () => {
    const args = ['--language', 'nb-NO', '--sources', 'searxng'];
    const metadata = metadataOf(await withSearch([...args, '--json']));
    expect(metadata.claims.map((claim) => [claim.language, claim.language_supported])).toEqual([
      ['nb', false],
      ['nb', false],
    ]);
    expect(askedLanguages()).toEqual(new Set(['nb']));
    const { stdout } = await withSearch(args);
    search.received.length = 0;
    expect(stdout).toMatch(
      /\nClaims in Norwegian Bokmål are found by general rules; some may be missing\.\n$/,
    );
  });

  it('asks sources in the language of each claim, which is guessed where nobody says it', async () => {
    const text =
      'Die Brücke von Sunderholm wurde 1931 eröffnet. The bridge of Sunderholm is 503 metres long.';
    const metadata = metadataOf(await withSearch(['--sources', 'searxng', '--json'], text));
    expect(metadata.claims.map(({ language }) => language)).toEqual(['de', 'en']);
    expect(askedLanguages()).toEqual(new Set(['de', 'en']));
  });

  it('tells a claim that was not checked as such, and --fail-on passes it over', async () => {
    const args = ['--max-claims', '1', '--fail-on', 'not_enough_evidence', ...JUDGED];
    const { code, stdout, stderr } = await run(args);
    expect([code, stderr]).toEqual([
      0,
      '1 of 2 claims was not checked: the limit is 1. To include all of them: --max-claims 2\n',
    ]);
    expect(stdout).toMatch(
      /^○ not checked: .+\n {4}This claim was not checked: the request’s limit of claims was reached\.\n/m,
    );
    expect(stdout).toMatch(/\n2 claims: 1 (?:supported|refuted), 1 not checked; sources: starter\.\n$/);
    expect((await run(['--markdown', ...args])).stdout).toMatch(/^- \*\*not checked\*\*: /m);
    const { claims } = metadataOf(await run(['--json', ...args]));
    const [left, ...others] = claims.filter(({ checked }) => checked === false);
    expect(others).toEqual([]);
    expect(left).not.toHaveProperty('verdict_confidence');
  });

  it('asks a source outside only where it is named, and never for the sandbox', async () => {
    search.find(() => [
      { title: 'Wall', url: 'https://example.org/wall', content: `${WALL} That is a myth.` },
    ]);
    expect((await withSearch([])).stdout).not.toContain('searxng');
    expect(search.queries).toEqual([]);
    const sandboxed = await withSearch(['--sources', 'searxng', ...JUDGED]);
    expect([sandboxed.code, sandboxed.stderr]).toEqual([0, 'The sandbox does not ask outside sources.\n']);
    expect(search.queries).toEqual([]);
    const { stdout } = await withSearch(['--sources', 'searxng'], WALL);
    expect(search.queries.length).toBeGreaterThan(0);
    expect(stdout).toContain('        Wall https://example.org/wall (example.org, web)\n');
    expect(stdout).toMatch(/; sources: starter, searxng\.\n$/);
  });

  it('names a source that does not answer once, and gives what the others have', async () => {
    search.find(() => 'silence');
    const { code, stdout, stderr } = await withSearch(['--sources', 'searxng']);
    expect(code).toBe(0);
    expect(stderr.match(/^searxng: .+$/gm)).toHaveLength(1);
    expect(stdout).toMatch(/\n2 claims: 2 with evidence found; sources: starter\.\n$/);
  });

  it('on a terminal says what it waits for and how far it is, on stderr', async () => {
    const written = { text: '' };
    const stderr = Object.assign(collect(written), { isTTY: true });
    const typed = Object.assign(Readable.from([TEXT]), { isTTY: true }) as unknown as NodeJS.ReadStream;
    const { stdout } = await run(JUDGED, typed, {}, { stderr });
    expect(written.text).toMatch(/^Type or paste the text, then press Ctrl-D on a new line\.\n\r/);
    expect(written.text).toContain('\r2 claims, 2 judged\u001b[K');
    expect(written.text.endsWith('\r\u001b[K')).toBe(true);
    expect(stdout).toMatch(/^✗ refuted/);
  });

  it('of a text without claims says so', async () => {
    for (const text of ['', ' \n', 'Hello there!']) {
      const { code, stdout } = await run(JUDGED, text);
      expect([code, stdout]).toEqual([0, 'No claims were found.\n']);
    }
  });

  it.each([
    [
      'another kind of link',
      ['ftp://example.org/a.pdf'],
      TEXT,
      /: ftp:\/\/example\.org\/a\.pdf: Not an http or https address/,
    ],
    ['an unknown mode', ['--mode', 'guess'], TEXT, /Allowed choices are detect, ground, verify/],
    ['two forms at once', ['--json', '--markdown'], TEXT, /Give --json, --markdown or --github, not several/],
    ['a report of several texts', ['a.md', 'b.md', '--report', 'a.html'], TEXT, /--report is of one text/],
    ['--github without verdicts', ['--mode', 'detect', '--github'], TEXT, /--github needs --mode verify/],
    [
      '--sarif without verdicts',
      [...JUDGED, '--mode', 'ground', '--sarif', 'a'],
      TEXT,
      /--sarif needs --mode verify/,
    ],
    [
      'an unknown verdict',
      [...JUDGED, '--fail-on', 'refuted,false'],
      TEXT,
      /supported, refuted, conflicting/,
    ],
    ['no day', ['--date', '2024-02-30'], TEXT, /such as 2024-05-01/],
    ['half a day', ['--date', '2024'], TEXT, /such as 2024-05-01/],
    ['no language', ['--language', 'klingon'], TEXT, /language tag/],
    ['no number', ['--max-claims', '0'], TEXT, /whole number from 1 to 1,000/],
    [
      'an unknown source',
      ['--sources', 'corpus,bing'],
      TEXT,
      /bing is not a configured source .*available: corpus, starter\n/,
    ],
    ["the judge's search without a judge", ['--sources', 'native'], TEXT, /native needs --model/],
  ])('%s is wrong use: exit 2, and nothing on stdout', async (_what, args, stdin, said) => {
    const { code, stdout, stderr } = await run(args, stdin);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(said);
  });

  it('--date says to the judge when the text was written', async () => {
    const judge = await startJudgingProvider();
    judge.judge(() => []);
    try {
      const { code } = await run(['--date', '2020-01-01', ...JUDGED], TEXT, {
        ...envFor(judge),
        CLAIMGATE_API_KEY: 'sk-of-somebody',
      });
      expect(code).toBe(0);
      const said = judge.calls.map(({ question }) => question.user.split('\n')[0]);
      expect(said[0]).toMatch(/^Today is \d{4}-\d\d-\d\d\. The text was written on 2020-01-01\.$/);
    } finally {
      await judge.stop();
    }
  });

  it('says how many claims are listed, where they are not all', async () => {
    const text = Array.from({ length: 1_002 }, (_, year) => `Kestrel Bridge ${year} opened in 1990.`);
    const { stdout } = await run([], text.join('\n'));
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^1002 claims, of which 1000 are listed[:;]/);
  });

  it('takes the longest text that the API takes, and stops reading an endless one', async () => {
    const longest = 'é'.repeat(MAX_TEXT);
    expect((await run([], longest)).code).toBe(0);
    let given = 0;
    const endless = Readable.from(
      (function* () {
        for (;;) {
          given++;
          yield 'no claim\n'.repeat(1_000);
        }
      })(),
    );
    for (const text of [`${longest}.`, endless]) {
      const { code, stdout, stderr } = await run([], text);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toBe(
        'claimgate: standard input: Its text is longer than 200,000 characters: split it\n',
      );
    }
    expect(given).toBeLessThan(200);
  });

  it('lets nothing of a text or of a name of a file act on a terminal', async () => {
    const evil = `The Great Wall\u001b]0;x\u0007 of China\u009b31m is visible\u202e from the Moon.`;
    const acting = /[\0-\x09\x0b-\x1f\x7f-\x9f\u202e]/;
    expect((await run([], evil)).stdout).not.toMatch(acting);
    const json = await run(['--json'], evil);
    expect(json.stdout).not.toMatch(acting);
    expect(metadataOf(json).claims[0]?.original_text).toBe(evil);
    const { code, stderr } = await run(['no\u001b[31m\u009bsuch']);
    expect([code, stderr]).toEqual([1, 'claimgate: cannot read no[31msuch: there is no such file\n']);
  });

  it.each([
    ['sandbox-invalid', JUDGED, 'claimgate: Invalid API key\n'],
    ['sandbox-revoked', JUDGED, 'claimgate: API key has been revoked or expired\n'],
    ['sandbox-of-nobody', JUDGED, 'claimgate: Invalid API key\n'],
    ['', JUDGED, "claimgate: no key for openai: set CLAIMGATE_API_KEY, or the provider's own variable\n"],
    ['sandbox', ['--model', 'gpt-nothing!'], "claimgate: Unknown model 'gpt-nothing!'."],
  ])('with the key %j and %j fails with the reason', async (key, args, said) => {
    const { code, stdout, stderr } = await run(args, TEXT, { CLAIMGATE_API_KEY: key });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr.slice(0, said.length)).toBe(said);
  });

  it('without a model and a key gives simulated verdicts where verdicts are asked for, and says so', async () => {
    const report = file('simulated.html');
    const noKey = { CLAIMGATE_API_KEY: '' };
    const { code, stdout, stderr } = await run(
      ['-', '--fail-on', 'refuted', '--report', report],
      TEXT,
      noKey,
    );
    expect(code).toBe(3);
    expect(stdout).toMatch(/^✗ refuted/);
    expect(stderr).toContain('No --model and no key: a simulated model judges what');
    expect(readFileSync(report, 'utf8')).toMatch(/Judged by<\/dt><dd dir="ltr">gpt-\S+ \(simulated\)/);
    writeFileSync(file('off.yaml'), 'sandbox: { enabled: false }');
    const off = await run(
      ['--fail-on', 'refuted'],
      TEXT,
      { ...noKey, CLAIMGATE_CONFIG: file('off.yaml') },
      { judge: NO_JUDGE },
    );
    expect([off.code, off.stderr]).toEqual([1, expect.stringContaining('no key for openai')]);
  });

  it('takes a key that cannot be one for no lack of a key', async () => {
    const { code, stdout, stderr } = await run(['--fail-on', 'refuted'], TEXT, { CLAIMGATE_API_KEY: 'sk ä' });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('the key is not one');
  });

  it('by the default model where only its key is there', async () => {
    const { code, stdout, stderr } = await run(['--mode', 'verify'], TEXT);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^✗ refuted/);
  });

  it('never takes a key that begins with sandbox out of the machine, where there is no sandbox', async () => {
    writeFileSync(file('off.yaml'), 'sandbox: { enabled: false }');
    // Its provider would not answer.
    const env = { CLAIMGATE_CONFIG: file('off.yaml'), CLAIMGATE_OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' };
    const { code, stderr } = await run(JUDGED, TEXT, env);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^claimgate: Invalid API key\. The sandbox is off here: .*\n$/),
    ]);
  });
});

describe('claimgate check without a model and a key', () => {
  const judge = fakeJudge(({ claim, passage }) => {
    if (claim.includes('1978') && passage.includes('1987')) return REFUTES;
    return claim.includes('footpath') && passage.includes('footpath') ? SUPPORTS : UNSURE;
  });
  const BRIDGE =
    'The Kestrel Bridge in Oberwald was opened in 1978. The Kestrel Bridge has two lanes and a footpath.';
  const check = (args: readonly string[], text = BRIDGE, config?: string) => {
    const env = { CLAIMGATE_DATA_DIR: file('data'), ...(config && { CLAIMGATE_CONFIG: config }) };
    return runInTests(['check', ...args], env, text, { judge });
  };
  beforeAll(() => {
    writeFileSync(
      file('history.md'),
      '# Kestrel Bridge\n\nThe Kestrel Bridge in Oberwald was opened to traffic in 1987.\n',
    );
    writeFileSync(
      file('lanes.txt'),
      'It is known that the Kestrel Bridge has two lanes, and a footpath on either side.',
    );
  });
  const against = () => ['--against', file('history.md'), file('lanes.txt')];

  it('holds a text against documents, and quotes them', async () => {
    const { code, stdout, stderr } = await check(['-', ...against()]);
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/^No --model: a small model on this machine judges/),
    ]);
    expect(stdout).toContain('refuted: The Kestrel Bridge in Oberwald was opened in 1978.');
    expect(stdout).toContain('“The Kestrel Bridge in Oberwald was opened to traffic in 1987.”');
    expect(stdout).toContain('supported: The Kestrel Bridge has two lanes and a footpath.');
    expect(stdout).toMatch(/2 claims: 1 supported, 1 refuted; sources: .*context/);
    const json = metadataOf(await check(['-', '--json', ...against()]));
    expect(json).toMatchObject({ mode: 'ground', summary: { claims: 2, supported: 1, refuted: 1 } });
    expect(json.claims.map(({ judged_by }) => judged_by)).toEqual(['local', 'local']);
  });

  it('holds every claim against them, unless fewer are wanted or others are asked as well', async () => {
    const opened = (day: number): string => `The Kestrel Bridge in Oberwald was opened on ${day} May 1978.`;
    const text = Array.from({ length: 12 }, (_, at) => opened(at + 1)).join('\n\n');
    const all = await check(['-', ...against()], text);
    expect(all.stdout).toMatch(/\n12 claims: 12 refuted;/);
    expect(all.stderr).not.toContain('--max-claims');
    const painted = (year: number): string => `The Kestrel Bridge in Oberwald was painted in ${year}.`;
    const one = await check(['-', ...against()], `${text}\n\n${painted(1966)}`);
    expect(one.stderr).toContain('\n1 of 13 claims was not checked.\n');
    const unsure = [1966, 1967, 1968].map(painted).join('\n\n');
    const few = await check(['-', '--max-claims', '14', ...against()], `${text}\n\n${unsure}`);
    expect(few.stderr).toMatch(
      /\n[34] of 15 claims were not checked, 1 of them because the limit is 14\. To include all of them: --max-claims 15\n/,
    );
    const asking = await check(['-', '--sources', 'searxng', ...against()], text, file('search.yaml'));
    expect(asking.stderr).toContain('2 of 12 claims were not checked: the limit is 10.');
    writeFileSync(file('always.yaml'), `${searchConfig(search)}\nfact_check: { outside: always }\n`);
    const always = await check(['-', ...against()], text, file('always.yaml'));
    expect(always.stderr).toContain('2 of 12 claims were not checked: the limit is 10.');
  });

  it('exits with 3 where a verdict of --fail-on was given, with 0 where none was', async () => {
    const failed = await check(['-', '--fail-on', 'refuted', ...against()]);
    expect([failed.code, failed.stderr]).toEqual([3, expect.stringMatching(/1 of 2 claims: refuted/)]);
    const kept = await check(
      ['-', '--fail-on', 'refuted', ...against()],
      'The Kestrel Bridge has two lanes and a footpath.',
    );
    expect(kept.code).toBe(0);
    expect(kept.stderr).not.toContain('simulated');
  });

  it('needs documents that can be read, and a mode that looks at them', async () => {
    expect(await check(['-', '--against', file('nothing.md')])).toMatchObject({ code: 1 });
    const detect = await check(['-', '--mode', 'detect', ...against()]);
    expect([detect.code, detect.stderr]).toEqual([2, expect.stringContaining('--against needs')]);
  });
});
