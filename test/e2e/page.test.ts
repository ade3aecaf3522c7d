/** The page in a real browser, against a started gateway; no request is intercepted. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';
import { buildPage, hasBrowser, openBrowser, type Visit, visit } from './open-browser.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true } as const;
const CLAIM = 'The Great Wall of China is visible from the Moon.';
const VIEWS = ['#/chat', '#/check', '#/evaluate', '#/status'] as const;

describe.runIf(hasBrowser())('the page', () => {
  let gateway: Gateway;
  let browser: Browser;
  let open: Visit[] = [];

  beforeAll(async () => {
    buildPage();
    gateway = await startGateway({ app: { sandboxPace: { firstTokenMs: 20, perTokenMs: 4 } } });
    browser = await openBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await gateway?.stop();
  });
  afterEach(async () => {
    const faults = open.flatMap((visited) => visited.faults);
    await Promise.all(open.map((visited) => visited.close()));
    open = [];
    expect(faults).toEqual([]);
  });

  const go = async (view = '', options: BrowserContextOptions = {}): Promise<Page> => {
    const visited = await visit(browser, gateway.url, view, options);
    open.push(visited);
    return visited.page;
  };
  /** A new chat, once the example of the first visit is there. */
  const goChat = async (options: BrowserContextOptions = {}): Promise<Page> => {
    const page = await go('', options);
    await page.locator('.answer[data-status="done"]').waitFor();
    await page.getByRole('button', { name: 'New chat' }).click();
    return page;
  };
  const say = async (page: Page, text: string): Promise<void> => {
    await page.getByLabel('Your message', { exact: true }).fill(text);
    await page.keyboard.press('Enter');
  };
  const useKey = async (page: Page, key: string): Promise<void> => {
    await page.getByRole('button', { name: /^Keys/ }).click();
    await page.getByLabel('Key for OpenAI').fill(key);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByLabel('Key for OpenAI').waitFor({ state: 'hidden' });
  };

  it('shows a refuted claim with its quote on the first visit, and the text box has the focus', async () => {
    const page = await go();
    const focus = page.locator('textarea:focus');
    await focus.waitFor();
    expect(await focus.getAttribute('aria-label')).toBe('Your message');
    await page.locator('.question .claim[data-state="refuted"]').waitFor();
    const card = page.locator('.claim-panel .card[data-state="refuted"]').first();
    await card.waitFor();
    expect(await card.locator('blockquote').first().textContent()).toContain('cannot be seen from the Moon');
    const link = card.locator('a').first();
    expect(await link.getAttribute('rel')).toContain('noreferrer');
    expect(await link.getAttribute('target')).toBe('_blank');
    expect(await page.locator('.answer .summary').textContent()).toContain('refuted');
  });

  it.each(['GPT-6 Luna', 'Claude Haiku 5.5', 'Gemini 3.8 Flash', 'xAI', 'Together'])(
    'chats with %s',
    async (name) => {
      const page = await goChat();
      await page.getByRole('combobox', { name: 'Model' }).fill(name);
      await page.keyboard.press('Enter');
      await say(page, CLAIM);
      await page.locator('.answer[data-status="done"]').waitFor();
      expect(await page.locator('.answer-text').textContent()).toContain('Great Wall');
      await page.locator('.answer .claim[data-state="refuted"]').waitFor();
    },
  );

  it('breaks the line with Shift+Enter', async () => {
    const page = await goChat();
    const box = page.getByLabel('Your message', { exact: true });
    await box.fill('One line');
    await box.press('Shift+Enter');
    await box.pressSequentially('and another');
    expect(await box.inputValue()).toBe('One line\nand another');
  });

  it('stops an answer and keeps what had come', async () => {
    const page = await goChat();
    await useKey(page, 'sandbox-slow');
    await say(page, CLAIM);
    await page.locator('.answer').waitFor();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.locator('.answer[data-status="stopped"]').waitFor();
    expect(await page.locator('.ending').textContent()).toContain('Stopped');
  });

  it('keeps an answer that was cut off, says so, and offers to try again', async () => {
    const page = await goChat();
    await useKey(page, 'sandbox-cut');
    await say(page, CLAIM);
    await page.locator('.answer[data-status="failed"] .failure').waitFor();
    expect((await page.locator('.answer-text').textContent())?.length).toBeGreaterThan(5);
    expect(await page.locator('.ending').textContent()).toContain('cut off');
    await useKey(page, 'sandbox');
    await page.locator('.failure').getByRole('button', { name: 'Try again' }).click();
    await page.locator('.answer[data-status="done"]').waitFor();
  });

  it('says what is wrong with a key, and leads to the field', async () => {
    const page = await goChat();
    await useKey(page, 'sandbox-invalid');
    await say(page, CLAIM);
    const note = page.getByRole('alert');
    await note.waitFor();
    expect(await note.textContent()).toContain('does not know this key');
    await note.getByRole('button', { name: 'Change the key' }).click();
    await page.getByLabel('Key for OpenAI').waitFor();
  });

  it.each([
    ['sandbox-revoked', 'revoked', 'Change the key'],
    ['sandbox-quota', 'quota', 'Change the key'],
    ['sandbox-ratelimited', 'limiting this key', /Try again/],
    ['sandbox-overloaded', 'overloaded', /Try again/],
    ['sandbox-error', 'overloaded|failed|cut', /Try again/],
  ])('has words and a way out for %s', async (key, words, way) => {
    const page = await goChat();
    await useKey(page, key);
    await say(page, CLAIM);
    const note = page.locator('.failure');
    await note.waitFor();
    expect(await note.locator('strong').textContent()).toMatch(new RegExp(words));
    await note.getByRole('button', { name: way }).first().waitFor();
  });

  it.each([
    ['sandbox-length', 'reached the limit of tokens'],
    ['sandbox-filtered', 'content filter'],
  ])('says how an answer ended with %s', async (key, words) => {
    const page = await goChat();
    await useKey(page, key);
    await say(page, CLAIM);
    await page.locator('.answer[data-status="done"]').waitFor();
    expect(await page.locator('.ending').textContent()).toContain(words);
  });

  it('counts down to the end of a limit', async () => {
    const page = await goChat();
    await useKey(page, 'sandbox-limited');
    for (let index = 0; index < 3; index += 1) {
      await say(page, 'Hello');
      await page.locator('.answer[data-status="done"]').nth(index).waitFor();
    }
    await say(page, 'Hello');
    const note = page.locator('.failure[data-code="rate_limit_exceeded"]');
    await note.waitFor();
    const wait = note.getByRole('button', { name: /Try again in [\d:]+ (?:s|min)/ });
    expect(await wait.isDisabled()).toBe(true);
  });

  it('asks again with an edited message', async () => {
    const page = await goChat();
    await say(page, CLAIM);
    await page.locator('.answer[data-status="done"]').waitFor();
    await page.locator('.question').hover();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Edit your message').fill('The Eiffel Tower was completed in 1889.');
    await page.keyboard.press('Enter');
    await page.locator('.question .claim[data-state="supported"]').waitFor();
    expect(await page.locator('.question').count()).toBe(1);
  });

  it('keeps conversations in this browser: search, open again after a reload, delete', async () => {
    const page = await goChat();
    await say(page, CLAIM);
    await page.locator('.answer[data-status="done"]').waitFor();
    await page.reload();
    const kept = page.locator('.shelf li');
    await kept.waitFor();
    await page.getByLabel('Search conversations').fill('no such thing');
    await page.getByText('Nothing found.').waitFor();
    await page.getByLabel('Search conversations').fill('great wall');
    await kept.getByRole('button', { name: CLAIM, exact: true }).click();
    await page.locator('.question .claim[data-state="refuted"]').waitFor();
    await kept.getByRole('button', { name: /^More/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await kept.waitFor({ state: 'detached' });
  });

  it('keeps keys out of the address and of local storage, and in session storage only where told to', async () => {
    const page = await goChat();
    await useKey(page, 'sandbox-free');
    const stored = () =>
      page.evaluate(() => ({
        address: location.href,
        local: JSON.stringify(localStorage),
        session: JSON.stringify(sessionStorage),
      }));
    expect(JSON.stringify(await stored())).not.toContain('sandbox-free');
    await page.getByRole('button', { name: /^Keys/ }).click();
    await page.getByLabel('Remember in this tab').check();
    const { address, local, session } = await stored();
    expect(address + local).not.toContain('sandbox-free');
    expect(session).toContain('sandbox-free');
  });

  it('runs no script, loads no picture and follows no script link of an answer', async () => {
    const page = await goChat();
    await say(
      page,
      'The Eiffel Tower <img src=x onerror=alert(1)> was completed in 1889 ![x](https://example.com/a.png) by [Eiffel](javascript:alert(1)).',
    );
    await page.locator('.answer[data-status="done"]').waitFor();
    expect(await page.locator('.message img, .message script, .message iframe').count()).toBe(0);
    expect(await page.locator('a[href^="javascript"]').count()).toBe(0);
  });

  it('finds claims as one types, verifies them, and hands out files', async () => {
    const page = await go('#/check');
    await page.getByLabel('Text to check').pressSequentially(`${CLAIM} I like it!`);
    await page.locator('.check-marked .claim[data-state="found"]').waitFor();
    await page.getByRole('button', { name: 'Verify the claims' }).click();
    const card = page.locator('.check-claims .card[data-state="refuted"]');
    await card.waitFor();
    expect(await card.locator('blockquote').first().textContent()).toContain('cannot be seen');
    for (const [name, file] of [
      ['Report to share (HTML file)', 'claims.html'],
      ['Markdown', 'claims.md'],
      ['CSV', 'claims.csv'],
      ['JSON', 'claims.json'],
      ['ClaimReview (JSON-LD)', 'claim-review.jsonld'],
    ] as const) {
      await page.getByRole('button', { name: 'Export' }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name, exact: true }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(file);
      expect(readFileSync(await download.path(), 'utf8')).toContain('Great Wall');
    }
  });

  const openRows = async (page: Page, rows: readonly string[]): Promise<void> => {
    await page.locator('input[type="file"]').setInputFiles({
      name: 'rows.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['text,expected', ...rows].join('\n')),
    });
    await page.getByText(/About [\d,]+ tokens/).waitFor();
  };
  const downloadCsv = async (page: Page): Promise<string[]> => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    return readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n');
  };
  const rowsOfTwoKinds = (rows: number): string[] =>
    Array.from({ length: rows }, (_, index) =>
      index % 2 === 0 ? `"${CLAIM}",refuted` : 'The Eiffel Tower was completed in 1889.,supported',
    );

  it('evaluates the extraction of 200 rows: pause, go on, charts, the table, the CSV', async () => {
    const page = await go('#/evaluate');
    await openRows(page, rowsOfTwoKinds(200));
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.locator('.run[data-state="paused"]').waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.locator('.run[data-state="done"]').waitFor({ timeout: 60_000 });
    await page.getByText('200 of 200 rows', { exact: true }).waitFor();
    await page.getByText(/[\d,]+ tokens used/).waitFor();
    for (const chart of ['Accuracy', 'Completeness', 'Coherence', 'Confidence', 'Reliability'])
      await page.locator('.charts').getByLabel(chart, { exact: true }).waitFor();
    await page.getByRole('columnheader', { name: 'Confidence' }).click();
    const [header, ...lines] = await downloadCsv(page);
    expect(header).toBe(
      'row,claim_id,original_text,extracted_claim,accuracy_score,completeness_score,coherence_score,confidence,category,verifiable,timestamp,scorer,failure',
    );
    expect(lines).toHaveLength(200);
    expect(lines[0]).toMatch(
      new RegExp(`^1,[^,]+,${CLAIM},${CLAIM},1,1,1,0\\.\\d+,attribute,true,.*,model,$`),
    );
  }, 90_000);

  it('evaluates verdicts beside the expected ones', async () => {
    const page = await go('#/evaluate');
    await openRows(page, rowsOfTwoKinds(12));
    await page.getByRole('radio', { name: 'How claims hold up' }).check();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.locator('.run[data-state="done"]').waitFor();
    await page.getByText('12 of 12 verdicts as expected').waitFor();
    await page.locator('.results').getByRole('button', { name: 'Expand row' }).first().click();
    await page.locator('.results blockquote').first().waitFor();
    const lines = await downloadCsv(page);
    expect(lines).toHaveLength(13);
    expect(lines.join('\n')).toContain(`${CLAIM},refuted,1,refuted,`);
  });

  it('waits a limit out by itself while it evaluates, and says for how long', async () => {
    const page = await go('#/evaluate');
    await page.getByRole('link', { name: 'Chat', exact: true }).click();
    await useKey(page, 'sandbox-limited');
    await page.getByRole('link', { name: 'Evaluate', exact: true }).click();
    await openRows(page, rowsOfTwoKinds(6));
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByText(/The limit is reached: goes on by itself in/).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.locator('.run[data-state="paused"]').waitFor();
  });

  it('gives the line for more rows than it takes, and all rows as the command line reads them', async () => {
    const page = await go('#/evaluate');
    await openRows(page, rowsOfTwoKinds(620));
    await page.getByText('620 rows, of which the first 500 are taken here').waitFor();
    expect(await page.locator('.command code').textContent()).toContain(
      'evaluate texts.jsonl --model gpt-6-luna',
    );
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save all 620 rows for it' }).click(),
    ]);
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n');
    expect(lines).toHaveLength(620);
    expect(JSON.parse(lines[0] ?? '')).toEqual({ id: '1', text: CLAIM });
  });

  it('shows models, health and what the key may still do', async () => {
    const page = await go('#/status');
    await page.getByText('Healthy').waitFor();
    await page.getByText(/of 1,000 left/).waitFor();
    await page.getByLabel('Filter models').fill('gemini');
    expect(await page.locator('tbody').textContent()).not.toContain('OpenAI');
    await page.getByRole('button', { name: 'Chat with Gemini 3.8 Flash' }).click();
    await page.locator('.composer').getByText('Gemini 3.8 Flash').waitFor();
  });

  it.each(['light', 'dark'] as const)(
    'shows the API reference in %s, whose examples the sandbox answers',
    async (colorScheme) => {
      const page = await go('docs/', { colorScheme });
      await page.getByText('Ask a model, and have the claims checked').first().click();
      await page
        .getByRole('button', { name: /Test Request/ })
        .first()
        .click();
      await page.getByRole('button', { name: /^Send/ }).first().click();
      await page.getByText('200 OK').first().waitFor();
      expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
        colorScheme === 'dark' ? 'rgb(18, 20, 25)' : 'rgb(247, 247, 249)',
      );
      expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
        'Bearer',
      );
    },
  );

  it('keeps the colours that were chosen, from the first paint on', async () => {
    const page = await go('', { colorScheme: 'light' });
    await page.locator('.ant-segmented-item').filter({ hasText: 'Dark' }).click();
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        document.documentElement.dataset.first = document.documentElement.dataset.theme ?? 'none';
      });
    });
    await page.reload();
    await page.locator('.composer').waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset.first)).toBe('dark');
  });

  it('works with the keyboard alone', async () => {
    const page = await go();
    await page.locator('.answer[data-status="done"]').waitFor();
    await page.keyboard.type(CLAIM);
    await page.keyboard.press('Enter');
    await page.locator('.answer[data-status="done"]').waitFor();
    const claim = page.locator('.answer .claim').first();
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press('Shift+Tab');
      if (await claim.evaluate((element) => element === document.activeElement)) break;
    }
    await page.locator('.ant-popover .glance').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.claim-panel .card-selected').waitFor();
  });

  it('fits a phone, where a tap on a claim opens its evidence', async () => {
    for (const view of [...VIEWS, 'docs/']) {
      const page = await go(view, PHONE);
      await page
        .locator(view === 'docs/' ? 'h1' : 'main > *')
        .first()
        .waitFor();
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wider, view).toBeLessThanOrEqual(0);
    }
    const page = await go('', PHONE);
    await page.locator('.question .claim[data-state="refuted"]').tap();
    await page.locator('.ant-drawer .card-selected blockquote').waitFor();
  });

  it.each(['light', 'dark'] as const)('has no serious fault of accessibility, in %s', async (colorScheme) => {
    for (const view of VIEWS) {
      const page = await go(view, { colorScheme });
      if (view === '#/chat') await page.locator('.answer[data-status="done"]').waitFor();
      if (view === '#/check') {
        await page.getByRole('button', { name: 'Use an example' }).click();
        await page.locator('.card').first().waitFor();
      }
      if (view === '#/evaluate') {
        await page.getByRole('button', { name: 'Use an example' }).click();
        await page.getByRole('button', { name: 'Start' }).click();
        await page.locator('.run[data-state="done"]').waitFor();
      }
      if (view === '#/status') await page.locator('tbody tr td strong').first().waitFor();
      expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe(colorScheme);
      // Run as a program of the test's, not of the page's: the page's own policy forbids it.
      await page.evaluate(AXE);
      const found = await page.evaluate(async () => {
        const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
        interface Violation {
          readonly id: string;
          readonly impact: string;
          readonly nodes: readonly { readonly html: string }[];
        }
        const { violations } = await axe.run();
        return violations
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
      });
      expect(found, view).toEqual([]);
    }
  });
});

describe.runIf(hasBrowser())('the page of a gateway without a sandbox', () => {
  let gateway: Gateway;
  let browser: Browser;
  let provider: FakeProvider;

  beforeAll(async () => {
    provider = await startFakeProvider((_request, response) => {
      const chunk = (delta: object, reason: string | null) =>
        `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;
      const pieces = HOSTILE.match(/[\s\S]{1,9}/gu) ?? [];
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(
        [...pieces.map((content) => chunk({ content }, null)), chunk({}, 'stop'), 'data: [DONE]\n\n'].join(
          '',
        ),
      );
    });
    gateway = await startGateway({
      yaml: 'sandbox:\n  enabled: false\nfact_check:\n  mode: detect\n',
      env: { CLAIMGATE_OPENAI_BASE_URL: `${provider.url}/v1` },
    });
    browser = await openBrowser();
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await gateway?.stop();
    await provider?.stop();
  });

  it('asks nothing that is refused, wants a key, and then shows a hostile answer as text', async () => {
    const { page, faults, close } = await visit(browser, gateway.url, '');
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(response.url());
    });
    await page.reload();
    await page.getByRole('button', { name: 'Keys: No key' }).waitFor();
    await page.getByLabel('Your message', { exact: true }).fill('Hello');
    expect(refused).toEqual([]);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel('Checking').click();
    await page.getByTitle('Detect: claims are marked').click();
    await page.keyboard.press('Escape');
    await page.getByLabel('Your message', { exact: true }).press('Enter');
    const note = page.locator('.failure');
    await note.waitFor();
    expect(await note.textContent()).toContain('A key is needed');
    await note.getByRole('button', { name: 'Change the key' }).click();
    await page.getByLabel('Key for OpenAI').fill('a-key-of-the-test');
    await page.getByRole('button', { name: 'Done' }).click();
    await note.getByRole('button', { name: 'Try again' }).click();
    const answer = page.locator('.answer[data-status="done"]');
    await answer.locator('.answer-text a').first().waitFor();
    expect(
      await answer.locator('img, script, iframe, style, svg:not(.mark):not([data-icon]), form').count(),
    ).toBe(0);
    const links = await answer
      .locator('a')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(links).toEqual(['https://evil.example/pixel.png', 'https://example.org/real']);
    await answer.locator('.claim').first().waitFor();
    expect(await answer.locator('table td').count()).toBe(2);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    expect(faults).toEqual([]);
    await close();
  });
});

/** All that an answer may try. */
const HOSTILE = [
  'Here <script>document.title = "taken"</script> and <img src="https://evil.example/x.png" onerror="alert(1)">,',
  '![a pixel](https://evil.example/pixel.png) [click](javascript:alert(1)) [more](data:text/html,x) [real](https://example.org/real).',
  '',
  '<style>body { display: none }</style><iframe src="https://evil.example"></iframe><form action="https://evil.example"></form>',
  '',
  '<div style="position:fixed;inset:0">cover</div>',
  '',
  'The Eiffel Tower was completed in 1889.',
  '',
  '| one | two |',
  '|---|---|',
  '| a | b |',
  '',
  'Word'.repeat(300),
  '',
  'اكتمل برج إيفل عام 1889. 👩‍👩‍👧‍👦',
].join('\n');

describe('what is served at /', () => {
  it('is under a strict policy, and tells nobody who was here', async () => {
    const gateway = await startGateway();
    try {
      const { headers } = await fetch(gateway.url);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'self'");
      expect(policy).not.toMatch(/script-src|unsafe-eval|https?:|\*/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      const text = await (await fetch(gateway.url)).text();
      expect(text).not.toMatch(/<script(?![^>]*\bsrc=)/);
    } finally {
      await gateway.stop();
    }
  });
});
