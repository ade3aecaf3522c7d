/** Whatever the page shows that it did not write stays text, and leads to pages alone. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { shareBrowser } from './browsers-of-worker.ts';
import type { FrontGateway } from './front-gateway.ts';
import { startHostileGateway } from './hostile-gateway.ts';
import { ALL_HOSTILE, HOSTILE, HOSTILE_URLS } from './hostile-texts.ts';
import { hasBrowser, type Visit, visit } from './open-browser.ts';
import { say } from './page-scene.ts';
import { type Watch, watchPage } from './watch-page.ts';

/** Those that hold no markdown: they are seen as they are. */
const PLAIN = HOSTILE.filter((text) => !/[\\`[\]|&{}*_]|^- |<\w+:/.test(text));
const bare = (text: string | null): string => (text ?? '').replace(/\s/g, '');
const PAGES = HOSTILE_URLS.slice(-2).map((url) => new URL(url).href);
/** Of a claim whose correction leads to a page, and each of whose two parts does. */
const PAGES_IN_PARTS = [...PAGES.slice(-1), ...PAGES, ...PAGES];
const hrefsOf = (links: Locator): Promise<string[]> =>
  links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));

describe.runIf(hasBrowser())('hostile texts on the page', () => {
  let gateway: FrontGateway;
  let browser: Browser;
  let visited: Visit;
  let watch: Watch;

  beforeAll(async () => {
    gateway = await startHostileGateway();
    browser = await shareBrowser();
  }, 60_000);
  afterAll(async () => {
    await gateway?.stop();
  });
  afterEach(async () => {
    const found = (await watch?.found()) ?? [];
    await visited?.close();
    expect(found).toEqual([]);
    expect(visited?.faults ?? []).toEqual([]);
  });

  const go = async (view = ''): Promise<Page> => {
    visited = await visit(browser, gateway.url, view, {}, async (page) => {
      watch = await watchPage(page);
    });
    return visited.page;
  };
  const download = async (page: Page, press: () => Promise<void>): Promise<string> => {
    const [file] = await Promise.all([page.waitForEvent('download'), press()]);
    return readFileSync(await file.path(), 'utf8');
  };

  it('has thirty and more, most of which are seen as they are', () => {
    expect(HOSTILE.length).toBeGreaterThanOrEqual(30);
    expect(PLAIN.length).toBeGreaterThanOrEqual(25);
  });

  it('an answer, in every place that markdown has, while it is written and after', async () => {
    const page = await go('#/chat/new');
    const answer = page.locator('.answer[data-status="done"] .answer-text');
    let corrected = 0;
    // Each takes seconds; all of them stand in one text in the next test.
    const some = process.env.CLAIMGATE_TEST_SLOW === '1' ? 1 : 3;
    const texts = [...HOSTILE.entries()].filter(([index]) => index % some === 0);
    for (const [index, text] of texts) {
      await page.getByRole('button', { name: 'New chat' }).click();
      await page.locator('.welcome').waitFor();
      await say(page, `Answer ${index}`);
      await answer.waitFor();
      const shown = bare(await answer.textContent());
      if (PLAIN.includes(text)) expect(shown.split(bare(text)).length, text).toBeGreaterThan(12);
      const right = await answer.locator('ins').allTextContents();
      corrected += right.length;
      expect(
        right.every((words) => words === ALL_HOSTILE),
        text,
      ).toBe(true);
      const links = await answer
        .locator('a')
        .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).protocol));
      expect(links.length, text).toBeGreaterThanOrEqual(1);
      expect([...new Set(links)], text).toEqual(['https:']);
    }
    expect(corrected).toBeGreaterThanOrEqual(Math.floor(25 / some));
  }, 120_000);

  it('claims, verdicts and evidence in the check, and in every file that it hands out', async () => {
    const page = await go('#/check');
    await page.getByLabel('Text to check').fill(ALL_HOSTILE);
    await page.locator('.check-marked .claim[data-state="found"]').waitFor();
    await page.getByRole('button', { name: 'Verify claims' }).click();
    const cards = page.locator('.check-claims .card[data-state="refuted"]');
    await cards.nth(1).waitFor();
    const card = cards.first();
    expect(bare(await page.locator('.check-marked').textContent())).toContain(bare(ALL_HOSTILE));
    await expect.poll(() => card.locator('.card-claim').textContent()).toBe(ALL_HOSTILE);
    await expect.poll(() => card.locator('.card-why').textContent()).toBe(ALL_HOSTILE);
    await expect.poll(() => card.locator('.card-details dd').nth(1).textContent()).toBe(ALL_HOSTILE);
    await expect.poll(() => card.locator('blockquote').count()).toBe(HOSTILE_URLS.length);
    await expect.poll(() => card.locator('blockquote').first().textContent()).toBe(ALL_HOSTILE);
    const links = card.locator('a');
    await expect.poll(() => hrefsOf(links)).toEqual(PAGES);
    await expect.poll(() => links.first().textContent()).toContain(ALL_HOSTILE);
    for (const place of ['.check-marked del', '.check-marked ins', '.correction del', '.correction ins']) {
      await expect
        .poll(() => page.locator(place).first().textContent(), { message: place })
        .toBe(ALL_HOSTILE);
    }
    const inParts = cards.nth(1);
    await expect
      .poll(() => inParts.locator('.card-reading').textContent())
      .toBe(`Understood as ${ALL_HOSTILE} again`);
    await expect
      .poll(() => inParts.locator('.part-text').allTextContents())
      .toEqual([ALL_HOSTILE, ALL_HOSTILE]);
    await expect
      .poll(() => inParts.locator('.part .card-why').allTextContents())
      .toEqual([ALL_HOSTILE, ALL_HOSTILE]);
    await expect.poll(() => inParts.locator('.part blockquote').count()).toBe(2 * HOSTILE_URLS.length);
    await expect.poll(() => hrefsOf(inParts.locator('a'))).toEqual(PAGES_IN_PARTS);
    await page.locator('.check-marked .claim').hover();
    await page.locator('.ant-popover .glance').waitFor();
    await expect.poll(() => page.locator('.glance blockquote').textContent()).toBe(ALL_HOSTILE);

    const files: Record<string, string> = {};
    for (const name of ['Shareable report (HTML)', 'Markdown', 'CSV', 'JSON', 'ClaimReview (JSON-LD)']) {
      files[name] = await download(page, async () => {
        await page.getByRole('button', { name: 'Export' }).click();
        await page.getByRole('menuitem').filter({ hasText: name }).first().click();
      });
    }
    expect(
      JSON.parse(files['ClaimReview (JSON-LD)'] ?? '')[0].citation.flatMap(({ url = [] }) => url),
    ).toEqual(PAGES);
    expect(files['ClaimReview (JSON-LD)']).not.toContain('<');
    expect(files.CSV).toContain(`,${PAGES.join(' ')},`);
    await openReport(files['Shareable report (HTML)'] ?? '');
  });

  /** As somebody opens it who was sent it. */
  const openReport = async (report: string): Promise<void> => {
    const folder = mkdtempSync(path.join(tmpdir(), 'claimgate-report-'));
    const file = path.join(folder, 'claims.html');
    writeFileSync(file, report);
    const context = await browser.newContext();
    const page = await context.newPage();
    const seen = await watchPage(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const address = pathToFileURL(file).href;
    await page.goto(address);
    expect(asked).toEqual([address]);
    expect(await seen.found()).toEqual([]);
    const tags = await page.evaluate(() => [
      ...new Set([...document.querySelectorAll('*')].map((one) => one.localName)),
    ]);
    expect(tags.sort()).toEqual([
      'a',
      'blockquote',
      'body',
      'circle',
      'dd',
      'del',
      'div',
      'dl',
      'dt',
      'h1',
      'h2',
      'h3',
      'h4',
      'head',
      'html',
      'ins',
      'li',
      'main',
      'mark',
      'meta',
      'ol',
      'p',
      'path',
      'section',
      'small',
      'span',
      'style',
      'sup',
      'svg',
      'title',
      'ul',
    ]);
    await expect
      .poll(() => hrefsOf(page.locator('a:not([href^="#"])')))
      .toEqual([...PAGES, ...PAGES_IN_PARTS]);
    await expect.poll(() => page.locator('h3').first().textContent()).toBe(`1. ${ALL_HOSTILE}`);
    await expect
      .poll(() => page.locator('.reading').textContent())
      .toBe(`Understood as: ${ALL_HOSTILE} again`);
    const places = ['mark del', 'mark ins', 'h4', 'li > .why', '.parts .why', 'blockquote'];
    for (const place of [...places, '.correction del', '.correction ins']) {
      await expect
        .poll(() => page.locator(place).first().textContent(), { message: place })
        .toBe(ALL_HOSTILE);
    }
    await context.close();
    rmSync(folder, { recursive: true });
  };

  it('names, columns and cells of a file, and what is measured of it', async () => {
    const page = await go('#/evaluate');
    const name = '<input x=a=b>.csv';
    const cell = `"${ALL_HOSTILE.replaceAll('"', '""')}"`;
    await page.locator('input[type="file"]').setInputFiles({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from(`text,${cell},expected\n${cell},${cell},${cell}\n${cell},${cell},refuted\n`),
    });
    await page.getByText(/About [\d,]+ tokens/).waitFor();
    await expect.poll(() => page.locator('.run-head h2').textContent()).toBe(name);
    await page.getByRole('radio', { name: /^Claim extraction/ }).click();
    await page.getByLabel('ID column').click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.locator('.run[data-state="done"]').waitFor();
    await expect.poll(() => page.locator('.results .run-text').first().textContent()).toBe(ALL_HOSTILE);
    await page.locator('.results').getByRole('button', { name: 'Expand row' }).first().click();
    await page.locator('.results .remarks').first().waitFor();
    await expect.poll(() => page.locator('.remarks dd').last().textContent()).toBe(ALL_HOSTILE);
  });

  it('names of models, health, plans and errors', async () => {
    const page = await go('#/status');
    await page.locator('tbody tr td strong').first().waitFor();
    await expect.poll(() => page.locator('tbody tr td strong').first().textContent()).toBe(ALL_HOSTILE);
    await page.getByText('Healthy').waitFor();
    await page.getByRole('link', { name: 'Chat', exact: true }).click();
    await page.getByRole('combobox', { name: 'Model' }).click();
    await page.locator('.model-option').first().waitFor();
    await page.keyboard.press('Escape');
    await say(page, 'Fail');
    await page.locator('.failure p').waitFor();
    await expect.poll(() => page.locator('.failure p').textContent()).toContain(ALL_HOSTILE);
  });
});
