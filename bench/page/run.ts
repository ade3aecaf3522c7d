/**
 * `npm run bench:page [-- --quick]`: the page in Chromium against a started gateway and a simulated provider.
 * Frames while an answer streams and somebody types, in a conversation of 200 messages and in one answer of
 * 100,000 characters; first paint with a cold cache and a slowed CPU; the size of what is loaded.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { runInTests } from '../../src/cli/run-in-tests.ts';
import { buildPage, openBrowser, visit } from '../../test/e2e/open-browser.ts';
import { startChild } from '../start-child.ts';
import { writeSection } from '../write-section.ts';
import { writeLongAnswer } from './long-answer.ts';
import { KNOWN, reportLongTexts } from './long-texts.ts';
import { reportTyping } from './typing.ts';
import { type Frames, readFrames, stopWatching, watchFrames } from './watch-frames.ts';

/** A tenth of the long answer, and nothing is written down. */
const QUICK = process.argv.includes('--quick');
const LONG = QUICK ? 10_000 : 100_000;
const PACE = 200;
/** A fast provider's. */
const FAST = 500;
const MESSAGES = 200;
const SLOWER = 4;
const VISITS = 5;
const TYPED = 'How tall is the tower, and who says so? ';
const here = import.meta.dirname;
const folder = path.join(here, '../../dist-page');

/** A page that asks the simulated provider, with checking as `mode` says. */
async function openPage(browser: Browser, url: string, mode: 'detect' | 'off'): Promise<Page> {
  const { page } = await visit(browser, url);
  await page.evaluate((chosen) => {
    sessionStorage.setItem('claimgate.keys', JSON.stringify({ OpenAI: 'a-key-of-the-benchmark' }));
    localStorage.setItem('claimgate.settings', JSON.stringify({ mode: chosen, theme: 'light' }));
  }, mode);
  return page;
}

async function fillConversation(page: Page): Promise<void> {
  const texts = Array.from({ length: MESSAGES }, (_, index) =>
    index % 2 === 0 ? `Question ${index}: how tall is the tower?` : writeLongAnswer(900),
  );
  await page.evaluate(async (said) => {
    const messages = said.map((text, index) => ({
      id: `m${index}`,
      role: index % 2 === 0 ? 'user' : 'assistant',
      text,
      claims: [...text.matchAll(/The tower of town[^.]*\./g)].map(({ 0: part, index: start }) => ({
        id: `c${start}`,
        text: part,
        original_text: part,
        role: 'assistant',
        message_index: index,
        start,
        end: start + part.length,
        category: 'event',
        confidence: 0.9,
        verdict: 'supported',
        explanation: 'So it is.',
        evidence: [],
      })),
      verifying: false,
      status: 'done',
    }));
    const request = indexedDB.open('claimgate', 1);
    const database = await new Promise<IDBDatabase>((resolve) => {
      request.onsuccess = () => resolve(request.result);
    });
    const kept = database.transaction('conversations', 'readwrite').objectStore('conversations').put({
      id: 'long',
      title: 'A long conversation',
      updated: Date.now(),
      messages,
    });
    await new Promise((resolve) => {
      kept.onsuccess = resolve;
    });
  }, texts);
  await page.reload();
  await page.getByRole('link', { name: 'A long conversation', exact: true }).click();
  await page
    .locator('.message')
    .nth(MESSAGES - 1)
    .waitFor();
}

async function ask(page: Page, characters: number, pace = PACE): Promise<void> {
  const box = page.getByLabel('Your message', { exact: true });
  await box.fill(`Tell me all of it, in ${characters} characters at ${pace} tokens a second`);
  await box.press('Enter');
  await page.locator('.answer[data-status="writing"]').waitFor();
}

/** Types as long as the answer grows. @returns the frames of all of it, and of its last ten seconds. */
async function typeMeanwhile(page: Page): Promise<{ all: Frames; end: Frames }> {
  await watchFrames(page);
  // Keys alone: to look an element up by its label the driver reads the whole page, and holds it up.
  while ((await page.locator('.answer[data-status="writing"]').count()) > 0) {
    await page.keyboard.type(TYPED, { delay: 60 });
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Backspace');
  }
  await stopWatching(page);
  return { all: await readFrames(page), end: await readFrames(page, 10_000) };
}

interface Paint {
  readonly paint: number;
  readonly ready: number;
}

/** A cold cache over loopback, with a CPU that is so many times slower. */
async function measurePaint(browser: Browser, url: string): Promise<Paint> {
  const { page, close } = await visit(browser, 'about:blank');
  const session = await page.context().newCDPSession(page);
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.goto(url);
  await page.locator('.composer textarea:focus').waitFor();
  const ready = await page.evaluate(() => performance.now());
  const paint = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  );
  await close();
  return { paint, ready };
}

const middle = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Bytes, gzipped: scripts that the chat loads, and all others. */
function measureBundles(): { main: number; others: number } {
  const page = readFileSync(path.join(folder, 'index.html'), 'utf8');
  const sizes = { main: 0, others: 0 };
  for (const file of readdirSync(path.join(folder, 'assets'))) {
    if (!file.endsWith('.js.gz')) continue;
    const { size } = statSync(path.join(folder, 'assets', file));
    sizes[page.includes(file.slice(0, -3)) ? 'main' : 'others'] += size;
  }
  return sizes;
}

const row = (name: string, { perSecond, middle: mid, p99, longest }: Frames): string =>
  `| ${name} | ${perSecond.toFixed(1)} | ${mid.toFixed(1)} | ${p99.toFixed(1)} | ${longest.toFixed(0)} |`;

async function measureAll(browser: Browser, url: string): Promise<string> {
  const short = await openPage(browser, url, 'detect');
  await fillConversation(short);
  await ask(short, QUICK ? 4_000 : 16_000);
  const conversation = await typeMeanwhile(short);
  await short.context().close();

  const long = await openPage(browser, url, 'detect');
  await long.reload();
  await ask(long, LONG);
  const answer = await typeMeanwhile(long);
  const marked = await long.locator('.answer .claim').count();
  await long.context().close();

  const quick = await openPage(browser, url, 'detect');
  await quick.reload();
  await ask(quick, LONG / 4, FAST);
  const fast = await typeMeanwhile(quick);
  const fromEnd = await quick
    .locator('.scroll')
    .evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight);
  await quick.context().close();

  const paints: Paint[] = [];
  for (let index = 0; index < VISITS; index += 1) paints.push(await measurePaint(browser, url));
  const { main, others } = measureBundles();
  return `
Measured ${new Date().toISOString().slice(0, 10)} with \`npm run bench:page\` on ${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}, headless
Chromium ${browser.version()} without a GPU; browser, gateway and simulated provider share the cores. An answer grows at
${PACE} tokens a second, its claims are marked as they are found, and somebody types into the text box all the while.

| | frames a second | ms between frames, median | 99th of a hundred | longest |
|---|---|---|---|---|
${row(`a conversation of ${MESSAGES} messages`, conversation.all)}
${row(`one answer of ${LONG.toLocaleString('en')} characters, with ${marked} claims`, answer.all)}
${row('its last ten seconds', answer.end)}
${row(`one of ${(LONG / 4).toLocaleString('en')} characters at ${FAST} tokens a second`, fast.all)}

The fast answer is followed while it grows: when it is done, its end is ${fromEnd.toFixed(0)} px below what is seen.

First paint of the chat, cold cache, CPU ${SLOWER} times slower, median of ${VISITS} visits: ${middle(paints.map(({ paint }) => paint)).toFixed(0)} ms; the text box has
the focus after ${middle(paints.map(({ ready }) => ready)).toFixed(0)} ms. Scripts that the chat loads: ${(main / 1_000).toFixed(0)} kB gzipped; those of the other views, of
formulas and of the colours of code, loaded when needed: ${(others / 1_000).toFixed(0)} kB.
${await reportTyping(url, LONG)}
${await reportLongTexts(browser, url)}`;
}

buildPage();
const dir = mkdtempSync(path.join(tmpdir(), 'claimgate-bench-'));
await runInTests(
  ['corpus', 'add', '-'],
  { CLAIMGATE_DATA_DIR: dir },
  JSON.stringify({ id: 'known', title: 'Known', url: 'https://example.org/known', text: KNOWN }),
);
const upstream = await startChild(path.join(here, 'upstream.ts'), []);
const gateway = await startChild(path.join(here, '../../src/gateway/main.ts'), [], {
  PORT: '0',
  CLAIMGATE_DATA_DIR: dir,
  CLAIMGATE_OPENAI_BASE_URL: `http://127.0.0.1:${upstream.port}/v1`,
});
const browser = await openBrowser();
try {
  const text = await measureAll(browser, `http://127.0.0.1:${gateway.port}`);
  if (!QUICK) writeSection('page', 'The page', text);
  console.log(text);
} finally {
  await browser.close();
  await Promise.all([gateway.stop(), upstream.stop()]);
  rmSync(dir, { recursive: true, force: true });
}
