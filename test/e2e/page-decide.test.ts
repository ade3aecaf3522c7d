/** People decide on claims, and find their way in many. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { readDocx } from '../../src/documents/read-docx.ts';
import { listSeriousFaults } from './list-serious-faults.ts';
import { checkText, describeInOneBrowser, say, setScene } from './page-scene.ts';
import { saved, savedBytes } from './saved-file.ts';

const LIGHTNING = 'Lightning never strikes the same place twice.';
const BONES = 'The human body has 206 bones.';
const VILLAGE = 'The village of Oberklammstein has 4,212 inhabitants.';
const WATER = 'Pure water boils at 90 degrees Celsius at sea level.';
const TEXT = `${LIGHTNING} ${BONES} ${VILLAGE} ${WATER}`;

const box = (page: Page) => page.getByLabel('Text to check');
const card = (page: Page, claim: string) => page.locator('.check-claims .card').filter({ hasText: claim });
const shown = (page: Page): Promise<(string | null)[]> =>
  page.locator('.check-claims .card-claim').allInnerTexts();
const chosen = (page: Page): Promise<string[]> =>
  page.locator('.check-claims .card-selected .card-claim').allInnerTexts();
const filter = (page: Page, name: RegExp) =>
  page.getByRole('group', { name: 'Which claims are shown' }).getByRole('button', { name });

async function check(page: Page): Promise<void> {
  await checkText(page, TEXT);
  await expect.poll(() => page.locator('.check-claims .card[data-state="refuted"]').count()).toBe(2);
}

describeInOneBrowser('the page: deciding', (browser, { it }) => {
  const { go, goChat } = setScene(browser);

  it('a verdict is disputed with a note and evidence, stands everywhere, and is taken back', async () => {
    const page = await go('#/check');
    await check(page);
    await card(page, LIGHTNING).getByRole('button', { name: 'Dispute' }).click();
    const form = page.getByRole('form', { name: 'Your verdict on this claim' });
    const save = form.getByRole('button', { name: 'Save' });
    await expect(save.isDisabled()).resolves.toBe(true);
    await form.getByRole('radio', { name: 'conflicting evidence' }).check();
    await form.getByLabel('Why (optional)').fill('It depends on what visible means.');
    await form.getByLabel('Text of evidence 1').fill('Seen from the Moon through a telescope.');
    await form.getByLabel('Link of evidence 1').fill('javascript:alert(1)');
    await form.getByRole('alert').getByText('A link must begin with').waitFor();
    await form.getByLabel('Link of evidence 1').fill('https://example.org/wall');
    await save.click();

    const own = card(page, LIGHTNING).getByRole('region', { name: 'your verdict' });
    await expect
      .poll(() => own.innerText())
      .toMatch(
        /It depends on what visible means\..*Seen from the Moon.*example\.org\/wall.*The model said: refuted/s,
      );
    const mark = page.locator('.check-marked .claim').filter({ hasText: LIGHTNING });
    await expect.poll(() => mark.getAttribute('data-state')).toBe('conflicting');
    await expect.poll(() => mark.textContent()).toContain('your verdict');
    await page.locator('.summary-counts').getByText('1 conflicting').waitFor();

    // It outlives a reload, an edit elsewhere, and another check of it.
    await page.reload();
    await own.waitFor({ state: 'attached' });
    await box(page).fill(`Well! ${TEXT}`);
    await expect.poll(() => page.locator('.check-marked').innerText()).toContain('Well!');
    await own.waitFor({ state: 'attached' });
    await card(page, LIGHTNING).getByRole('button', { name: 'Check again' }).click();
    await page.getByRole('button', { name: 'Export' }).and(page.locator(':enabled')).waitFor();
    await own.getByText('The model said:').waitFor({ state: 'attached' });

    await card(page, LIGHTNING).getByRole('button', { name: 'Withdraw' }).click();
    await own.waitFor({ state: 'detached' });
    await expect.poll(() => card(page, LIGHTNING).getAttribute('data-state')).not.toBe('conflicting');
  });

  it('in a chat too: kept with the conversation, in its export, and checked again', async () => {
    const page = await goChat();
    await say(page, BONES);
    await page.locator('.answer[data-status="done"] .claim').first().click();
    const panel = page.locator('.claim-panel');
    await panel.getByRole('button', { name: 'Dispute' }).first().click();
    const form = panel.getByRole('form', { name: 'Your verdict on this claim' });
    await form.getByRole('radio', { name: 'refuted' }).check();
    await form.getByLabel('Why (optional)').fill('It was finished later.');
    await form.getByLabel('Link of evidence 1').fill('http://127.0.0.1:9/tower');
    await form.getByRole('button', { name: 'Save' }).click();
    const own = panel.getByRole('region', { name: 'your verdict' });
    await own.getByText('It was finished later.').waitFor();
    await page.locator('.claim[data-state="refuted"] .claim-person').first().waitFor();

    await panel.getByRole('button', { name: 'Check again' }).first().click();
    await own.getByText('The model did not read this page.').waitFor();
    await own.getByText('The model said: supported').waitFor();
    await page.reload();
    await page.locator('.answer .claim').first().click();
    await own.getByText('It was finished later.').waitFor();
    await page
      .getByRole('button', { name: /^Conversation options/ })
      .first()
      .click();
    const file = await saved(page, () => page.getByRole('menuitem', { name: 'Export conversation' }).click());
    expect(file).toContain('It was finished later.');
    await panel.getByRole('button', { name: 'Withdraw' }).first().click();
    await own.waitFor({ state: 'detached' });
  });

  it('one claim is checked again by another judge, which the report names', async () => {
    const page = await go('#/check');
    await check(page);
    await card(page, WATER).getByRole('button', { name: 'Another judge' }).press('Enter');
    const form = page.getByRole('form', { name: 'Another judge' });
    const judge = form.getByRole('combobox', { name: /^Judge of this claim/ });
    await expect.poll(() => judge.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type('Haiku');
    await page.keyboard.press('Enter');
    await expect.poll(() => listSeriousFaults(page)).toEqual([]);
    const asked = page.waitForRequest((request) => request.url().endsWith('/v1/claims'));
    await form.getByRole('button', { name: 'Check again' }).click();
    const { model, spans } = (await asked).postDataJSON();
    expect(model).toBe('claude-haiku-5-5');
    expect(spans).toHaveLength(1);
    await page.getByRole('button', { name: 'Export' }).and(page.locator(':enabled')).waitFor();
    await expect.poll(() => card(page, WATER).getAttribute('data-state')).toBe('refuted');
    await page.getByRole('combobox', { name: 'Model: GPT-6 Luna' }).waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const report = await saved(page, () => page.getByRole('menuitem', { name: 'Markdown' }).click());
    expect(report).toMatch(/gpt-6-luna.*claude-haiku-5-5/is);
    await page.getByRole('button', { name: 'Export' }).click();
    const word = page.getByRole('menuitem', { name: 'Word document (DOCX)' });
    const { text } = await readDocx(await savedBytes(page, () => word.click()));
    expect(text).toMatch(/gpt-6-luna.*claude-haiku-5-5/is);
    expect(text).toMatch(/\n- refuted[^\n]*\n\n### \d\. .*Water/i);
    expect(text).toMatch(/\n#+ Sources\n\n.+: claim/);
  });

  it('by keyboard, and with an edit that is checked at once', async () => {
    const page = await go('#/check');
    await check(page);
    await card(page, WATER).getByRole('button', { name: 'Dispute' }).press('Enter');
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.type('I remember.');
    await expect.poll(() => listSeriousFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    const own = card(page, WATER).getByRole('region', { name: 'your verdict' });
    await own.waitFor({ state: 'attached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Change');
    await page.locator('.summary-counts').getByText('1 decided by you').waitFor();
    await page.locator('.check-marked .claim[data-state="supported"] .claim-person').waitFor();
    await expect.poll(() => listSeriousFaults(page)).toEqual([]);

    await box(page).fill(`${VILLAGE} ${WATER}`);
    await page.getByRole('button', { name: 'Verify claims' }).click();
    await expect.poll(() => shown(page)).toEqual([VILLAGE, WATER]);
    await page.getByRole('button', { name: 'Export' }).and(page.locator(':enabled')).waitFor();
    await expect.poll(() => own.innerText()).toContain('I remember.');
  });

  it('claims are filtered, ordered, and gone through by keys that are not typed', async () => {
    const page = await go('#/check');
    await check(page);
    await expect.poll(() => shown(page)).toEqual([LIGHTNING, BONES, VILLAGE, WATER]);
    await filter(page, /^refuted \(2\)$/).click();
    await expect.poll(() => shown(page)).toEqual([LIGHTNING, WATER]);
    await page.getByText('2 of 4 claims shown').waitFor();
    await filter(page, /^supported \(1\)$/).click();
    await expect.poll(() => shown(page)).toEqual([LIGHTNING, BONES, WATER]);

    await page.getByRole('heading', { name: 'Check text' }).click();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect.poll(() => chosen(page)).toEqual([BONES]);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect.poll(() => chosen(page)).toEqual([WATER]);
    await page.keyboard.press('k');
    await expect.poll(() => chosen(page)).toEqual([BONES]);
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    await keys.getByText('Next claim').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    await expect.poll(() => chosen(page)).toEqual([BONES]);

    await filter(page, /^Show all$/).click();
    await expect.poll(() => shown(page)).toEqual([LIGHTNING, BONES, VILLAGE, WATER]);
    await filter(page, /^Categories$/).click();
    await page.getByRole('checkbox', { name: /^other \(1\)$/ }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.getByText('3 of 4 claims shown').waitFor();
    await expect.poll(() => listSeriousFaults(page)).toEqual([]);
    await page.getByRole('checkbox', { name: /^other/ }).check();
    await page.getByText('4 of 4 claims shown').waitFor();
    await page.keyboard.press('Escape');
    await filter(page, /^Categories \(2\)$/).waitFor();
    await page.getByRole('checkbox', { name: /^other/ }).waitFor({ state: 'hidden' });
    await filter(page, /^Show all$/).click();
    await filter(page, /^Categories$/).waitFor();
    await page.getByLabel('Order').click();
    await page.getByTitle('Most worth checking first').click();
    await expect.poll(() => shown(page)).not.toEqual([LIGHTNING, BONES, VILLAGE, WATER]);
    expect((await shown(page)).toSorted()).toEqual([LIGHTNING, BONES, VILLAGE, WATER].toSorted());

    await box(page).focus();
    await page.keyboard.type('jk?');
    await expect.poll(() => box(page).inputValue()).toContain('jk?');
    await expect.poll(() => keys.count()).toBe(0);
  });
});
