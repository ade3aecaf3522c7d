/** Checking a text and evaluating rows on the page. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './open-browser.ts';
import { CLAIM, enterKey, setScene } from './page-scene.ts';

describe.runIf(hasBrowser())('the page: check and evaluate', () => {
  const { go } = setScene();

  it('finds claims as one types, verifies them, and hands out files', async () => {
    const page = await go('#/check');
    await page.getByLabel('Text to check').pressSequentially(`${CLAIM} I like it!`);
    await page.locator('.check-marked .claim[data-state="found"]').waitFor();
    await page.getByRole('button', { name: 'Verify claims' }).click();
    const card = page.locator('.check-claims .card[data-state="refuted"]');
    await card.waitFor();
    await expect
      .poll(() => card.locator('blockquote').first().textContent())
      .toContain('can strike the same place twice');
    for (const [name, file] of [
      ['Shareable report (HTML)', /^Fact-check report [\d-]+\.html$/],
      ['Markdown', /^Checked text [\d-]+\.md$/],
      ['CSV', /^Claims [\d-]+\.csv$/],
      ['JSON', /^Claims [\d-]+\.json$/],
      [/^ClaimReview \(JSON-LD\)\s*Search engines will not take it/, /^ClaimReview [\d-]+\.jsonld$/],
    ] as const) {
      await page.getByRole('button', { name: 'Export' }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name, exact: true }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(file);
      expect(readFileSync(await download.path(), 'utf8')).toContain('Lightning never');
    }
  });

  it('refuses a picture by its name, and says of many rows that they are few texts', async () => {
    const page = await go('#/evaluate');
    const open = (name: string, mimeType: string, buffer: Buffer) =>
      page.locator('input[type="file"]').setInputFiles({ name, mimeType, buffer });
    const png = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0,text\n1,2', 'latin1');
    await open('chart.png', 'image/png', png);
    await page.getByRole('alert').getByText('chart.png has no rows that can be read').waitFor();
    const rows = Array.from({ length: 300 }, (_, row) => `The tower of town ${row % 6} is 100 m high.`);
    await open('rows.csv', 'text/csv', Buffer.from(['text', ...rows].join('\n')));
    await page.getByText('The 300 rows hold 6 different texts').waitFor();
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await open('rows.csv', 'text/csv', Buffer.from(['text', ...new Set(rows)].join('\n')));
    await page.getByText('6 rows', { exact: true }).waitFor();
    await expect.poll(() => page.getByText('different texts').count()).toBe(0);
  });

  it('shows with its example what a verdict can hold, and a corrected text', async () => {
    const page = await go('#/check');
    await page.getByRole('button', { name: 'Try an example' }).click();
    await page.getByRole('button', { name: 'Verify claims' }).click();
    await page.getByRole('button', { name: 'Copy corrected text' }).waitFor();
    await expect
      .poll(() => page.locator('.check-marked :is(del, ins)').allTextContents())
      .toEqual(['90 degrees Celsius', '100 degrees Celsius']);
    const states = page.locator('.check-claims .card');
    await expect
      .poll(() => states.evaluateAll((cards) => cards.map((card) => card.getAttribute('data-state'))))
      .toEqual(['refuted', 'refuted', 'supported', 'supported']);
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
      index % 2 === 0 ? `"${CLAIM}",refuted` : 'The human body has 206 bones.,supported',
    );

  const ROWS = process.env.CLAIMGATE_TEST_SLOW === '1' ? 200 : 60;

  it(`evaluates the extraction of ${ROWS} rows: pause, go on, charts, the table, the CSV`, async () => {
    const page = await go('#/evaluate');
    await openRows(page, rowsOfTwoKinds(ROWS));
    await page.getByRole('radio', { name: 'Claim extraction' }).check();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.locator('.run[data-state="paused"]').waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.locator('.run[data-state="done"]').waitFor();
    await page.getByText(`${ROWS} of ${ROWS} rows`, { exact: true }).waitFor();
    await page.getByText(/[\d,]+ tokens used/).waitFor();
    for (const chart of ['Accuracy', 'Completeness', 'Coherence', 'Confidence', 'Reliability'])
      await page.locator('.charts').getByLabel(chart, { exact: true }).waitFor();
    await page.getByRole('columnheader', { name: 'Confidence' }).click();
    const [header, ...lines] = await downloadCsv(page);
    expect(header).toBe(
      'row,claim_id,original_text,extracted_claim,accuracy_score,completeness_score,coherence_score,confidence,category,verifiable,timestamp,scorer,failure',
    );
    expect(lines).toHaveLength(ROWS);
    expect(lines[0]).toMatch(new RegExp(`^1,[^,]+,${CLAIM},${CLAIM},1,1,1,0\\.\\d+,other,true,.*,model,$`));
  }, 90_000);

  it('evaluates verdicts beside the expected ones', async () => {
    const page = await go('#/evaluate');
    await openRows(page, rowsOfTwoKinds(12));
    await expect.poll(() => page.getByRole('radio', { name: 'Verdicts' }).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Start', exact: true }).click();
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
    await enterKey(page, 'sandbox-limited');
    await page.getByRole('link', { name: 'Evaluate', exact: true }).click();
    await openRows(page, rowsOfTwoKinds(6));
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByText(/Limit reached. Resumes automatically in/).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.locator('.run[data-state="paused"]').waitFor();
  });

  it('gives the line for more rows than it takes, and all rows as the command line reads them', async () => {
    const page = await go('#/evaluate');
    await openRows(page, rowsOfTwoKinds(5_120));
    await page.getByText('5,120 rows; the first 5,000 are used here').waitFor();
    await expect
      .poll(() => page.locator('.command code').textContent())
      .toContain('evaluate texts.jsonl --model gpt-6-luna');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save all 5,120 rows' }).click(),
    ]);
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n');
    expect(lines).toHaveLength(5_120);
    expect(JSON.parse(lines[0] ?? '')).toEqual({ id: '1', text: CLAIM });
  });
});
