/** What a person hears who goes through the page with a screen reader: landmarks, headings, names, verdicts. */
import { describe, expect, it } from 'vitest';
import { texts } from '../../web/texts.ts';
import { type Heard, hearPage, listen } from './hear-page.ts';
import { hasBrowser } from './open-browser.ts';
import { CLAIM, setScene } from './page-scene.ts';

const REFUTED = texts.verdicts.refuted;
const SUPPORTED = texts.verdicts.supported;

const named = (heard: readonly Heard[], role: string): string[] =>
  heard.filter((one) => one.role === role).map(({ name }) => name);

/** Where something is heard; fails where it is not. */
function place(heard: readonly Heard[], role: string, name: RegExp): number {
  const at = heard.findIndex((one) => one.role === role && name.test(one.name));
  expect(at, `${role} ${name}`).toBeGreaterThanOrEqual(0);
  return at;
}

describe.runIf(hasBrowser())('the page, heard', () => {
  const { go } = setScene();

  it('chat: each claim with its verdict where it stands, and again beside its evidence', async () => {
    const page = await go('#/chat');
    await page.locator('.claim-panel .card').first().waitFor();
    await page.locator('.answer[data-status="done"]').waitFor();
    const heard = await hearPage(page);
    const main = place(heard, 'main', new RegExp(texts.views.chat));
    const question = place(heard, 'article', new RegExp(texts.chat.you));
    const claim = place(heard, 'button', new RegExp(`^Lightning never.*\\(${REFUTED}\\)$`, 'i'));
    const answer = heard.findIndex(({ role }, index) => role === 'article' && index > claim);
    const box = place(heard, 'textbox', new RegExp(`^${texts.chat.composer}$`));
    const panel = place(heard, 'complementary', new RegExp(texts.claims.panel));
    expect([main, question, claim, answer, box, panel]).toEqual(
      [main, question, claim, answer, box, panel].toSorted((a, b) => a - b),
    );
    const after = heard.slice(panel);
    const verdict = after.findIndex(
      ({ role, name }) => role === 'StaticText' && new RegExp(REFUTED, 'i').test(name),
    );
    const card = after.findIndex(({ role, name }) => role === 'button' && /^Lightning never/.test(name));
    const quote = after.findIndex(({ role }) => role === 'blockquote');
    expect(verdict).toBeGreaterThan(0);
    expect(card).toBeGreaterThan(0);
    expect(quote).toBeGreaterThan(card);
    expect(named(heard, 'combobox').join()).toMatch(/^Model: .+/);
  });

  it('chat: says that an answer is awaited, what it is, and how its claims hold up, each once', async () => {
    const page = await go('#/chat');
    await page.locator('.answer[data-status="done"]').waitFor();
    await page.getByRole('button', { name: texts.chat.newChat }).first().click();
    const said = await listen(page);
    await page.getByLabel(texts.chat.composer, { exact: true }).fill(CLAIM);
    await page.keyboard.press('Enter');
    await page.locator('.answer[data-status="done"]').waitFor();
    await expect.poll(async () => (await said()).some((text) => /refuted/i.test(text))).toBe(true);
    const all = await said();
    expect(new Set(all).size, all.join('\n')).toBe(all.length);
    expect(
      all.filter((text) => /^\d+ of \d+ claims? checked/i.test(text)),
      all.join('\n'),
    ).toHaveLength(1);
    expect(all.length, all.join('\n')).toBeLessThanOrEqual(5);
  });

  it('check: says once how a text’s claims hold up, and which verdict each has', async () => {
    const page = await go('#/check');
    await page.getByRole('button', { name: texts.check.example }).click();
    await page.locator('.card').first().waitFor();
    const said = await listen(page);
    await page.getByRole('button', { name: texts.check.verify }).click();
    await page.getByRole('button', { name: texts.check.export }).and(page.locator(':enabled')).waitFor();
    await expect.poll(async () => (await said()).some((text) => /claims? checked/i.test(text))).toBe(true);
    const all = await said();
    expect(
      all.filter((text) => /^\d+ of \d+ claims? checked/i.test(text)),
      all.join('\n'),
    ).toHaveLength(1);
    const heard = await hearPage(page);
    const words = heard.filter(({ name }) => new RegExp(`^(?:${REFUTED}|${SUPPORTED})$`, 'i').test(name));
    expect(words.length).toBeGreaterThanOrEqual(3);
    place(heard, 'button', new RegExp(`^Lightning never.*\\(${REFUTED}\\)$`, 'i'));
  });

  it('status: how the gateway and each source is, in words', async () => {
    const page = await go('#/status');
    await page.locator('.status-sources li').first().waitFor();
    await page.locator('tbody strong').first().waitFor();
    const heard = await hearPage(page);
    expect(named(heard, 'heading')).toEqual([
      texts.status.title,
      texts.status.health,
      texts.status.limits,
      texts.status.sources,
      texts.status.models,
    ]);
    place(heard, 'StaticText', new RegExp(texts.status.states.healthy));
    place(
      heard,
      'StaticText',
      new RegExp(`^${texts.sourcePicker.states.ok}$|^${texts.sourcePicker.states.unknown}$`),
    );
    place(heard, 'button', /^Chat with GPT/);
  });
});
