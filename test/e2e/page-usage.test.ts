/** Whoever has a key sees what their own requests came to, and what the key has left. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { texts } from '../../web/texts.ts';
import { fakeJudge } from '../harness/fake-judge.ts';
import { startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, respond, speak } from '../harness/provider-wires.ts';
import { startGateway } from '../harness/start-gateway.ts';
import { listSeriousFaults } from './list-serious-faults.ts';
import { listCutOff, listSmallTargets } from './look-over.ts';
import { describeInOneBrowser, enterKey, PHONE, setSceneOf } from './page-scene.ts';
import { saved } from './saved-file.ts';
import { documents, RIGHT, say, WRONG } from './traffic-gateway.ts';

const ADMIN = 'admin-key-of-the-usage-page-0123456789abc';
const MINE = 'sk-mine-of-the-usage-page-0123456789';
const OTHER = 'sk-others-of-the-usage-page-9876543210';
const FRESH = 'sk-fresh-of-the-usage-page-5555555555';
/** Two callers have asked, one of them in vain too; a third key was issued, with budgets, into a team that has one. */
async function startUsage() {
  const provider = await startFakeProvider(speak());
  const gateway = await startGateway({
    yaml: `plans: { default: pro }\nsandbox: { enabled: true }`,
    env: { ...envFor(provider), CLAIMGATE_ADMIN_KEYS: ADMIN, CLAIMGATE_OPENAI_KEYS: 'sk-operator-openai' },
    app: { judge: fakeJudge(say, { maxPairs: 14 }) },
  });
  const ask = async (key: string, model: string, answer: string, app = 'Newsroom') => {
    provider.answer(answer === '' ? respond(500, { error: { message: 'down' } }) : speak([answer]));
    const response = await gateway.chat(
      {
        model,
        messages: [{ role: 'user', content: 'What is said of the bridge?' }],
        fact_check: { mode: 'ground', documents },
        metadata: { app },
      },
      { authorization: `Bearer ${key}` },
    );
    await response.text();
    return response.status;
  };
  expect(await ask(MINE, 'gpt-6-luna', RIGHT)).toBe(200);
  expect(await ask(MINE, 'gpt-6.1-terra', `${RIGHT} ${WRONG}`, 'Archive')).toBe(200);
  expect(await ask(MINE, 'gpt-6-luna', '')).toBe(502);
  for (let i = 0; i < 4; i++) expect(await ask(OTHER, 'gpt-6-luna', WRONG, 'Tabloid')).toBe(200);
  const administer = async (path: string, terms: object) => {
    const made = await gateway.post(`/admin/v1/${path}`, terms, { authorization: `Bearer ${ADMIN}` });
    return (await made.json()) as { key: string };
  };
  await administer('teams', { name: 'Research', tokens_per_day: 70_000 });
  const { key } = await administer('keys', {
    ...{ team: 'Research', plan: 'pro' },
    ...{ tokens_per_month: 5_000_000, dollars_per_month: 20 },
  });
  provider.answer(speak([RIGHT]));
  return {
    ...gateway,
    issued: key,
    stop: async () => void (await Promise.all([gateway.stop(), provider.stop()])),
  };
}

describeInOneBrowser('the page: usage', (browser, { it }) => {
  const { go, gateway } = setSceneOf(browser, startUsage);
  const link = (page: Page) =>
    page.getByRole('navigation', { name: texts.navigation }).getByText(texts.views.usage);
  const inAll = (page: Page) => page.getByRole('region', { name: 'In all' });
  const rows = (page: Page, table: string) =>
    page.getByRole('table', { name: table }).locator('tbody tr').allInnerTexts();
  /** Enters a key on the view itself. */
  const open = async (key: string, options = {}) => {
    const page = await go('#/usage', options);
    await page.getByRole('button', { name: texts.usage.enter }).click();
    await page.getByLabel('OpenAI key').fill(key);
    await page.getByRole('checkbox', { name: texts.keys.remember }).check();
    await page.getByRole('button', { name: texts.keys.done }).click();
    await page.getByLabel('OpenAI key').waitFor({ state: 'hidden' });
    return page;
  };

  it('shows what the requests with one’s own key came to, and nothing of others', async () => {
    const page = await open(MINE);
    await inAll(page).waitFor();
    const all = await inAll(page).innerText();
    expect(all).toMatch(/Requests\s+3/);
    expect(all).toMatch(/Errors\s+1 \(33 ?%\)/);
    expect(all).toMatch(/Cost at most\s+\$0\.0\d+/);
    await expect
      .poll(() => page.getByRole('region', { name: 'Refuted most' }).getByRole('listitem').allInnerTexts())
      .toEqual([expect.stringMatching(/^gpt-6.1-terra\s+50 ?%\s+1 of 2 claims/)]);
    await expect
      .poll(() => rows(page, 'By model'))
      .toEqual([
        expect.stringMatching(/^gpt-6-luna\s+openai\s+2\s+1/),
        expect.stringMatching(/^gpt-6.1-terra\s+openai\s+1\s+0/),
      ]);
    await expect
      .poll(() => rows(page, 'By application'))
      .toEqual([expect.stringMatching(/^Newsroom\s+2\s+1/), expect.stringMatching(/^Archive\s+1\s+0/)]);
    await expect
      .poll(() => rows(page, 'Errors by kind'))
      .toEqual([expect.stringMatching(/^provider_failed\s+1/)]);
    await page.getByText('Plan: pro').waitFor();
    await expect.poll(() => page.locator('main').innerText()).not.toContain('Tabloid');

    const csv = await saved(page, () =>
      page.getByRole('button', { name: 'Save as CSV: By application' }).click(),
    );
    const [head = '', ...lines] = csv.trim().split('\r\n');
    const at = head.split(',').indexOf('app');
    expect(lines.map((line) => line.split(',')[at]).sort()).toEqual(['Archive', 'Newsroom']);

    await page.getByText('Last hour', { exact: true }).click();
    await expect.poll(() => inAll(page).innerText()).toMatch(/Requests\s+3/);
  });

  it('is in the navigation of those who have a key, and is there again after a reload and Back', async () => {
    const page = await go('#/chat/new');
    await page.locator('.welcome').waitFor();
    await expect.poll(() => link(page).count()).toBe(0);
    await page.getByRole('button', { name: /^Keys/ }).click();
    await page.getByRole('checkbox', { name: texts.keys.remember }).check();
    await page.getByRole('button', { name: texts.keys.done }).click();
    await enterKey(page, MINE);
    await link(page).click();
    await inAll(page).waitFor();
    await expect.poll(() => page.title()).toContain(texts.views.usage);
    await page.reload();
    await inAll(page).waitFor();
    await page.goBack();
    await page.locator('.composer').waitFor();
    await page.goForward();
    await inAll(page).waitFor();
    // Whoever takes the key back sees nothing any more.
    await page.getByRole('button', { name: texts.keys.button, exact: true }).click();
    await page.getByLabel('OpenAI key').fill('');
    await page.getByRole('button', { name: texts.keys.done }).click();
    await page.getByRole('button', { name: texts.usage.enter }).waitFor();
    await expect.poll(() => link(page).count()).toBe(0);
  });

  it('says how to make a first request, which it then counts', async () => {
    const page = await open(FRESH);
    const first = page.getByRole('region', { name: texts.usage.first });
    await first.waitFor();
    await expect.poll(() => listCutOff(page)).toEqual([]);
    const command = await first.locator('code').innerText();
    expect(command).toContain(`${gateway().url}/v1/chat/completions`);
    expect(command).not.toContain(FRESH);
    const body = JSON.parse(/-d '(.*)'$/.exec(command)?.[1] ?? '') as object;
    expect((await gateway().chat({ ...body }, { authorization: `Bearer ${FRESH}` })).status).toBe(200);
    await page.getByRole('button', { name: texts.status.refresh }).click();
    await inAll(page).waitFor();
    await expect.poll(() => inAll(page).innerText()).toMatch(/Requests\s+1\b/);
  });

  it('shows the budgets of an issued key and its team, and asks for another where one is refused', async () => {
    const page = await open(gateway().issued);
    await page.getByText(texts.status.budgets.month.tokens).waitFor();
    await page.getByText('5,000,000 of 5,000,000 left').waitFor();
    await page.getByText('$20.00 of $20.00 left').waitFor();
    const ofTeam = page.locator('.limit').filter({ hasText: 'Tokens today, team Research' });
    await ofTeam.getByText('70,000 of 70,000 left').waitFor();
    await page.getByRole('button', { name: texts.keys.button, exact: true }).click();
    await page.getByLabel('OpenAI key').fill('sandbox-of-nobody');
    await page.getByRole('button', { name: texts.keys.done }).click();
    await page.locator('.failure').getByRole('button', { name: texts.failures.actions.key }).click();
    await page.getByLabel('OpenAI key').waitFor();
  });

  it('has a choice where several keys were entered', async () => {
    const page = await go('#/usage');
    await page.getByRole('button', { name: texts.usage.enter }).click();
    await page.getByLabel('OpenAI key').fill(MINE);
    await page.getByLabel('xAI key').fill(OTHER);
    await page.getByLabel('Together key').fill(OTHER);
    await page.getByRole('button', { name: texts.keys.done }).click();
    await expect.poll(() => inAll(page).innerText()).toMatch(/Requests\s+3/);
    await page.getByText('xAI, Together', { exact: true }).click();
    await expect.poll(() => inAll(page).innerText()).toMatch(/Requests\s+4/);
  });

  it('is as good to screen readers, on a phone, and by keyboard', async () => {
    for (const options of [PHONE, { viewport: { width: 1280, height: 800 } }]) {
      const page = await open(MINE, options);
      await inAll(page).waitFor();
      await expect.poll(() => listSeriousFaults(page)).toEqual([]);
      await expect.poll(() => listCutOff(page)).toEqual([]);
      await expect.poll(() => listSmallTargets(page)).toEqual([]);
      await page.getByRole('radio', { name: 'Week' }).focus();
      await page.keyboard.press('ArrowLeft');
      await expect.poll(() => page.getByRole('radio', { name: 'Day', exact: true }).isChecked()).toBe(true);
    }
  });
});
