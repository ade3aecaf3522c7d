/** The page's view of the gateway: models, sources, health, limits; and the API reference beside it. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Source } from '../../web/api/types.ts';
import type { Handler } from '../harness/fake-provider.ts';
import { shareBrowser } from './browsers-of-worker.ts';
import { type FrontGateway, startFrontGateway } from './front-gateway.ts';
import { listSeriousFaults, OF_COLOUR } from './list-serious-faults.ts';
import { listCutOff } from './look-over.ts';
import { hasBrowser, type Visit, visit } from './open-browser.ts';
import { describeInOneBrowser, setScene } from './page-scene.ts';

const LONG =
  'an-extraordinarily-long-model-name-that-nobody-would-choose-but-somebody-did-2026-11-22-preview';

const sourcesAt = (now: number): readonly Source[] => [
  { name: 'starter', about: '', kind: 'encyclopedia', reach: 'local', state: 'ok', last_asked: now - 30 },
  { name: 'corpus', about: '', kind: 'own_document', reach: 'local', state: 'empty' },
  {
    ...{ name: 'brave', about: '', kind: 'web', reach: 'outside', paid_by: 'operator', state: 'failing' },
    ...{ problem: 'The key is refused', last_asked: now - 600 },
  } as Source,
  { name: 'native', about: '', kind: 'web', reach: 'provider', paid_by: 'caller', state: 'unknown' },
];

interface List {
  models_list: object[];
}

/** A provider of the operator's own, which asks for no key, with a model of a long name. */
const withOwnProvider = ({ models_list: providers, ...rest }: List) => ({
  ...rest,
  models_list: [
    ...providers,
    {
      provider: 'Workstation',
      key: 'none',
      available_models: [
        { name: LONG, model_id: `workstation/${LONG}`, description: 'Runs here', tier: 'basic' },
      ],
    },
  ],
});

describeInOneBrowser('the page: status of models and sources', (name, { it }) => {
  let front: FrontGateway;
  let browser: Browser;
  let visited: Visit | undefined;
  /** What answers instead of the gateway, by path. */
  let instead: Record<string, Handler> = {};

  beforeAll(async () => {
    front = await startFrontGateway(
      ({ url }) => {
        if (instead[url] !== undefined) return instead[url];
        if (url !== '/v1/sources') return undefined;
        return (_request, response) =>
          void response.writeHead(200, { 'content-type': 'application/json' }).end(
            JSON.stringify({
              object: 'list',
              data: sourcesAt(Math.floor(Date.now() / 1_000)),
              max_claims: 10,
              outside: 'on_request',
            }),
          );
      },
      { '/v1/models': withOwnProvider },
    );
    browser = await shareBrowser(name);
  }, 120_000);
  afterAll(async () => {
    await front?.stop();
  });
  afterEach(async () => {
    const faults = visited?.faults;
    await visited?.close();
    visited = undefined;
    instead = {};
    expect(faults).toEqual([]);
  });

  const open = async (width: number): Promise<Page> => {
    visited = await visit(browser, front.url, '#/status', { viewport: { width, height: 900 } });
    const { page } = visited;
    await page.locator('tbody tr strong').first().waitFor();
    await page.locator('.status-sources li').first().waitFor();
    return page;
  };

  it('fits every width: nothing is cut off, and no name is broken into letters', async () => {
    const page = await open(1360);
    for (const width of [1360, 1100, 860, 390, 320]) {
      await page.setViewportSize({ width, height: 900 });
      await page.waitForTimeout(50);
      await expect.poll(() => listCutOff(page), { message: String(width) }).toEqual([]);
      const narrowest = await page
        .locator('tbody td:first-child')
        .evaluateAll((cells) => Math.min(...cells.map((cell) => cell.clientWidth)));
      expect(narrowest, String(width)).toBeGreaterThan(140);
      await expect.poll(() => page.getByText(LONG, { exact: true }).isVisible()).toBe(true);
      const button = page.getByRole('button', { name: `Chat with ${LONG}` });
      const { x, width: wide } = (await button.boundingBox()) ?? { x: 0, width: 0 };
      expect(x + wide, String(width)).toBeLessThanOrEqual(width);
    }
  });

  it('shows what each source is, how it is, since when, and who pays', async () => {
    const page = await open(1100);
    const panel = page.getByRole('region', { name: 'Sources' });
    const said = await panel.getByRole('listitem').allInnerTexts();
    const plain = said.map((text) => text.replace(/\s+/g, ' '));
    expect(plain[0]).toMatch(/^Starter corpus Working Encyclopedia · .*Last used \d+ seconds ago$/);
    expect(plain[1]).toContain('Empty');
    expect(plain[2]).toMatch(/^Brave Failing The key is refused Web page · .*operator.* 1\d minutes ago$/);
    expect(plain[3]).toMatch(/Not used yet.*your key$/);
    const shapes = await panel
      .locator('.mark path')
      .evaluateAll((marks) => marks.map((mark) => mark.outerHTML));
    expect(new Set(shapes).size).toBe(4);
  });

  it('says of a provider that it needs no key', async () => {
    const page = await open(1360);
    await expect
      .poll(() => page.getByRole('row').filter({ hasText: 'Workstation' }).innerText())
      .toContain('No key needed');
  });

  it('reports once that the gateway is not reached, and no more when it is', async () => {
    const page = await open(1360);
    for (const path of ['/v1/models', '/models/capabilities', '/v1/limits', '/v1/sources', '/health']) {
      instead[path] = (_request, response) => void response.destroy();
    }
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('alert').waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(1);
    await page.getByText('Healthy').waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('.failure').count()).toBe(1);
    instead = {};
    await page.locator('.failure').getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Healthy').waitFor();
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });
});

describe.runIf(hasBrowser())('the page: models, status, reference', () => {
  const { go } = setScene();

  it('shows models, health and what the key may still do', async () => {
    const page = await go('#/status');
    await page.getByText('Healthy').waitFor();
    await page.getByText(/of 1,000 left/).waitFor();
    await page.getByLabel('Filter models').fill('gemini');
    await expect.poll(() => page.locator('tbody').textContent()).not.toContain('OpenAI');
    await page.getByRole('button', { name: 'Chat with Gemini 3.8 Flash' }).click();
    await page.locator('.composer').getByText('Gemini 3.8 Flash').waitFor();
  });

  const colours =
    process.env.CLAIMGATE_TEST_SLOW === '1' ? (['light', 'dark'] as const) : (['light'] as const);
  it.each(colours)(
    'shows the API reference in %s, without a serious fault, whose examples the sandbox answers',
    async (colorScheme) => {
      const rules = colorScheme === 'dark' ? OF_COLOUR : undefined;
      const page = await go('docs/', { colorScheme });
      await page.getByText('Ask a model and check the claims').first().click();
      const trial = page.getByRole('button', { name: /Test Request/ }).first();
      await trial.waitFor();
      await expect.poll(() => listSeriousFaults(page, rules)).toEqual([]);
      const small = await page
        .locator('button:visible, aside a:visible')
        .evaluateAll((targets) =>
          targets
            .map((target) => ({ said: target.textContent, ...target.getBoundingClientRect().toJSON() }))
            .filter(({ width, height }) => width < 24 || height < 24),
        );
      expect(small, 'targets too small').toEqual([]);
      await trial.click();
      await page.getByRole('button', { name: /^Send/ }).first().click();
      await page.getByText('200 OK').first().waitFor();
      await expect.poll(() => listSeriousFaults(page, rules)).toEqual([]);
      await expect
        .poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor))
        .toBe(colorScheme === 'dark' ? 'rgb(18, 20, 25)' : 'rgb(247, 247, 249)');
      expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
        'Bearer',
      );
    },
  );
});
