/** Operators see what requests came to over time: which model was refuted, what it cost, how quick it was. */
import { expect } from 'vitest';
import { listSeriousFaults } from './list-serious-faults.ts';
import { describeInOneBrowser, enterAdminKey, PHONE, setSceneOf } from './page-scene.ts';
import { saved } from './saved-file.ts';
import { BAD, GOOD, startTraffic } from './traffic-gateway.ts';

describeInOneBrowser('the page: traffic', (browser, { it }) => {
  const { go } = setSceneOf(browser, () => startTraffic());
  const open = async (options = {}) => {
    const page = await go('#/operate', options);
    await enterAdminKey(page);
    await page.getByRole('navigation', { name: 'Sections' }).getByText('Traffic').click();
    await page.getByRole('region', { name: 'In all' }).waitFor();
    return page;
  };

  it('says which model was refuted most this week, and what it all came to', async () => {
    const page = await open();
    const most = page.getByRole('region', { name: 'Refuted most' });
    await expect
      .poll(() => most.getByRole('listitem').allInnerTexts())
      .toEqual([
        expect.stringMatching(new RegExp(`^${BAD}\\s+50 ?%\\s+2 of 4 claims`)),
        expect.stringMatching(new RegExp(`^${GOOD}\\s+20 ?%\\s+1 of 5 claims`)),
      ]);
    const all = await page.getByRole('region', { name: 'In all' }).innerText();
    expect(all).toMatch(/Requests\s+7/);
    expect(all).toMatch(/Errors\s+1 \(14 ?%\)/);
    expect(all).toMatch(/supported\s+6[\s\S]*refuted\s+3/i);
    expect(all).toMatch(/Cost at most\s+\$0\.0\d+/);
    const rows = (table: string) =>
      page.getByRole('table', { name: table }).locator('tbody tr').allInnerTexts();
    await expect
      .poll(() => rows('By model'))
      .toEqual([
        expect.stringContaining(GOOD),
        expect.stringContaining(BAD),
        expect.stringContaining('No model asked'),
      ]);
    await expect
      .poll(() => rows('By application'))
      .toEqual([
        expect.stringMatching(/^Newsroom\s+6/),
        expect.stringMatching(/^Keys with plan enterprise\s+1/),
      ]);
    await expect.poll(() => rows('Errors by kind')).toEqual([expect.stringMatching(/^invalid_body\s+1/)]);

    const csv = await saved(page, () => page.getByRole('button', { name: 'Save as CSV: By model' }).click());
    const [head = '', ...lines] = csv.trim().split('\r\n');
    const column = head.split(',').indexOf('claims_refuted');
    const refuted = lines.filter((line) => line.includes(BAD)).map((line) => line.split(',')[column]);
    expect(refuted).toEqual(['2']);
  });

  it('has simulated answers apart, and leads back', async () => {
    const page = await open();
    await page.getByRole('status').getByText('1 request was answered by the sandbox').waitFor();
    await page.getByText('Simulated', { exact: true }).click();
    await page.getByRole('status').getByText('its models are simulated').waitFor();
    const all = await page.getByRole('region', { name: 'In all' }).innerText();
    expect(all).toMatch(/Requests\s+1\b/);
    expect(all).toMatch(/Cost at most\s+\$0\.00/);
    await page.getByText('Real', { exact: true }).click();
    await page.getByText('Last hour', { exact: true }).click();
    await expect
      .poll(() => page.getByRole('region', { name: 'In all' }).innerText())
      .toMatch(/Requests\s+1\s+Errors\s+1/);
    await page.getByText('No claim of an answer was refuted').waitFor();
    await page.goBack();
    await page.getByRole('region', { name: 'Last 24 hours' }).waitFor();
    await page.goForward();
    await page.getByRole('region', { name: 'Refuted most' }).waitFor();
  });

  it('is as good to screen readers, on a phone, and by keyboard', async () => {
    const page = await open(PHONE);
    await expect.poll(() => listSeriousFaults(page)).toEqual([]);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
      .toBe(true);
    await page.getByRole('radio', { name: 'Week' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.getByRole('radio', { name: '30 days' }).isChecked()).toBe(true);
    await page.getByRole('region', { name: 'Requests over time' }).waitFor();
  });
});
