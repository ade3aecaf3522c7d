/** An evaluator's way: 5,000 rows with reference verdicts, two models, a reload in the middle. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { VERDICTS } from '../../web/claims/claim-state.ts';
import { compareModels, countMatrix, OUTCOMES, scoreMatrix } from '../../web/evaluate/score-verdicts.ts';
import { askedSoFar, judgedRows, judgeInPage, writeRows } from './judge-in-page.ts';
import { describeInOneBrowser, enterKey, setScene } from './page-scene.ts';

const ROWS = 5_000;
const FIRST = { id: 'gpt-6-luna', name: 'GPT-6 Luna' };
/** The most seconds that scripts, styles and layout may keep the page busy; quadratic work takes minutes. */
const MOST_SECONDS = 60;

async function openRows(page: Page, content: string): Promise<void> {
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  await page.getByText(/About [\d,]+ tokens/).waitFor();
}

/** Chooses the model that the first is compared with. @returns its name. */
async function chooseSecond(page: Page): Promise<string> {
  await page.getByRole('combobox', { name: /^Compare with/ }).fill('Claude Haiku');
  await page.keyboard.press('Enter');
  const chosen = page.getByRole('combobox', { name: /^Compare with: Claude/ });
  return (await chosen.getAttribute('aria-label'))?.replace('Compare with: ', '') ?? '';
}

const start = (page: Page) => page.getByRole('button', { name: 'Start', exact: true }).click();

const done = (page: Page) => page.locator('.run[data-state="done"]').waitFor();

/** How many rows the page says are through, of all models together. */
const finished = (page: Page): Promise<number> =>
  page
    .locator('.model-progress strong')
    .evaluateAll((all) =>
      all.reduce(
        (sum, one) => sum + Number(/^[\d,]+/.exec(one.textContent ?? '')?.[0].replaceAll(',', '')),
        0,
      ),
    );

const cellsOf = (page: Page, table: string): Promise<string[][]> =>
  page
    .getByRole('table', { name: table, exact: true })
    .locator('tbody tr')
    .evaluateAll((lines) =>
      lines.map((line) => [...line.querySelectorAll('td')].map((cell) => cell.textContent ?? '')),
    );

async function save(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name }).click(),
  ]);
  return readFileSync(await download.path(), 'utf8');
}

/** @returns reads the seconds for which the page's scripts, styles and layout have kept its thread busy from now on. */
async function watchBusy(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  return async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? 0;
    return of('ScriptDuration') + of('LayoutDuration') + of('RecalcStyleDuration');
  };
}

describeInOneBrowser('the page: many rows', (browser, { it, itInChromium }) => {
  const { go } = setScene(browser);

  itInChromium(
    '5,000, two models, a reload in the middle: the matrix is right to the row',
    async () => {
      const page = await go('#/status');
      await judgeInPage(page, ROWS, FIRST.id, [17, 2_345]);
      await page.goto(`${new URL(page.url()).origin}/#/evaluate`);
      await page.reload();
      await openRows(page, writeRows(ROWS));
      await page.getByText('4,997 rows have a reference verdict. 1 row has none.').waitFor();
      await page
        .getByText('2 rows have one that was not understood: 12 (“maybe”), 4001 (“maybe”).')
        .waitFor();
      const second = await chooseSecond(page);
      const readBusy = await watchBusy(page);
      await start(page);
      await expect.poll(() => finished(page)).toBeGreaterThan(ROWS / 2);
      const before = await finished(page);
      await page.reload();
      await done(page);
      expect(await askedSoFar(page), 'what was through is not asked again').toBeLessThanOrEqual(
        2 * ROWS - before,
      );

      expect(await readBusy()).toBeLessThan(MOST_SECONDS);

      await page.getByText('Failed rows, left out').waitFor();
      await page.getByRole('button', { name: 'Retry failed rows' }).click();
      await page.getByText('Failed rows, left out').waitFor({ state: 'detached' });
      await done(page);

      const rows = [judgedRows(ROWS, 'first'), judgedRows(ROWS, 'second')] as const;
      for (const [index, name] of [FIRST.name, second].entries()) {
        const matrix = countMatrix(rows[index] ?? []);
        const cells = await cellsOf(page, `Confusion matrix: ${name}`);
        expect(cells.map((line) => line.map((cell) => Number(cell.replace(',', ''))))).toEqual(
          VERDICTS.map((verdict, at) => [
            ...OUTCOMES.map((outcome) => matrix[verdict][outcome]),
            scoreMatrix(matrix).classes[at]?.expected,
          ]),
        );
      }
      const [first, other] = rows.map((judged) => scoreMatrix(countMatrix(judged)));
      await expect
        .poll(() => cellsOf(page, 'Compared with the reference'))
        .toEqual([
          [first, other].map(
            (scores) =>
              `${((scores?.accuracy ?? 0) * 100).toFixed(1)}% (${scores?.right.toLocaleString('en')} of 4,997)`,
          ),
          [first, other].map((scores) =>
            scores?.accuracyRange
              ?.map((share) => (share * 100).toFixed(1))
              .join(' to ')
              .concat('%'),
          ),
          [first, other].map((scores) => scores?.macroF1?.toFixed(3)),
        ]);
      const { bothRight, onlyFirst, onlySecond, bothWrong } = compareModels(...rows);
      expect(bothRight + onlyFirst + onlySecond + bothWrong).toBe(4_997);
      const beside = page.getByRole('region', { name: 'Two models side by side' });
      await expect
        .poll(() => beside.getByRole('listitem').allTextContents())
        .toEqual([
          `${bothRight.toLocaleString('en')} rows: both are right`,
          `${onlyFirst} rows: only ${FIRST.name} is right`,
          `${onlySecond} rows: only ${second} is right`,
          `${bothWrong} rows: both are wrong`,
        ]);
      await beside.getByText(`${FIRST.name} is better, and hardly by chance`).waitFor();

      const lines = (await save(page, 'Download CSV')).trim().split('\r\n');
      expect(lines).toHaveLength(ROWS + 1);
      expect(lines[0]).toBe(
        'claim,label,claims_found_1,verdict_found_1,verdict_confidence_1,sources_found_1,failure_1,right_1,model_1,claims_found_2,verdict_found_2,verdict_confidence_2,sources_found_2,failure_2,right_2,model_2,reference_verdict',
      );
      expect(lines.filter((line) => line.includes(`,true,${FIRST.id},`))).toHaveLength(first?.right ?? 0);
      const whole = JSON.parse(await save(page, 'Download JSON'));
      expect(whole.models[1].scores.right).toBe(other?.right);
      expect(whole.comparison).toMatchObject({ onlyFirst, onlySecond });
      expect(whole.rows).toHaveLength(ROWS);

      await beside.getByRole('button', { name: /^Show [\d,]+ rows that differ$/ }).click();
      await page.getByRole('combobox', { name: 'Rows shown: Models differ' }).waitFor();
      const shown = await page.locator('.results tbody tr[data-row-key] td:nth-child(2)').allTextContents();
      expect(shown.slice(0, 3)).toEqual(['11', '14', '18']);
    },
    90_000,
  );

  it('a run that began with a key waits for it after a reload, and goes on at a press', async () => {
    const page = await go('#/evaluate');
    await enterKeyOf(page, 'sandbox');
    await openRows(page, writeRows(80));
    await start(page);
    await expect.poll(() => finished(page)).toBeGreaterThan(0);
    await page.reload();
    await page.getByText('This run was started with your OpenAI key').waitFor();
    const kept = await finished(page);
    expect(kept).toBeGreaterThan(0);
    await expect.poll(() => page.locator('.run').getAttribute('data-state')).toBe('paused');
    await enterKeyOf(page, 'sandbox');
    await page.getByRole('button', { name: 'Resume' }).click();
    await done(page);
    await page.getByText('This run was started with your OpenAI key').waitFor({ state: 'detached' });
    await page.getByRole('table', { name: /^Confusion matrix/ }).waitFor();
  });

  it('is measured by one tab at a time', async () => {
    const page = await go('#/evaluate');
    await openRows(page, writeRows(400));
    await start(page);
    await expect.poll(() => finished(page)).toBeGreaterThan(0);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByText('This run is going on in another tab.').waitFor();
    await expect.poll(() => other.locator('.run').getAttribute('data-state')).toBe('paused');
    await page.getByRole('button', { name: 'Pause' }).click();
    await other.getByRole('button', { name: 'Resume' }).click();
    await other.locator('.run[data-state="running"]').waitFor();
  });

  it('another model can be added later; runs are listed, opened again and deleted', async () => {
    const page = await go('#/evaluate');
    await page.getByRole('button', { name: 'Try an example' }).click();
    await start(page);
    await done(page);
    await expect.poll(() => page.getByRole('table', { name: /^Confusion matrix/ }).count()).toBe(1);
    const second = await chooseSecond(page);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText(`Confusion matrix: ${second}`).waitFor();
    await done(page);
    await page.getByText('Both are right in the same rows.').waitFor();
    await page.getByRole('button', { name: 'Choose another file' }).click();
    const earlier = page.getByRole('region', { name: 'Runs in this browser' });
    await earlier.getByText(`32 of 32 rows`).waitFor();
    await page.reload();
    const search = earlier.getByLabel('Search runs');
    await search.fill('no such words');
    await earlier.getByText('No run found').waitFor();
    await search.fill('canberra capital');
    await earlier.getByRole('link', { name: 'Open example.csv' }).click();
    await done(page);
    await page.getByRole('table', { name: `Confusion matrix: ${second}` }).waitFor();
    // Its address opens it in another tab too, which is in step.
    const other = await page.context().newPage();
    await other.goto(page.url());
    await done(other);
    await page.getByRole('button', { name: 'Choose another file' }).click();
    expect(new URL(page.url()).hash).toBe('#/evaluate');
    await earlier.getByRole('button', { name: 'Delete example.csv' }).click();
    await page.getByRole('tooltip').getByRole('button', { name: 'Delete' }).click();
    await earlier.waitFor({ state: 'detached' });
    await other.getByRole('heading', { name: 'This run is not in this browser' }).waitFor();
    await other.getByRole('link', { name: 'Choose another file' }).click();
    await other.getByRole('button', { name: 'Choose file' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Choose file' }).waitFor();
    await expect.poll(() => earlier.count()).toBe(0);
  });

  it('reference claims: precision, recall and F1 of what was extracted', async () => {
    const page = await go('#/evaluate');
    const claims = JSON.stringify(['The Eiffel Tower was completed in 1889.', 'It rains.']);
    const row = { text: 'The Eiffel Tower was completed in 1889.', claims: JSON.parse(claims) };
    await openRows(page, `${JSON.stringify(row)}\nnot JSON\n`);
    await page.getByText('1 line of the file is not valid JSON and left out: 2.').waitFor();
    await start(page);
    await done(page);
    await expect
      .poll(() => cellsOf(page, 'Compared with the reference claims'))
      .toEqual([['1'], ['1 of 2'], ['1.000'], ['0.500'], ['0.667'], ['0.667']]);
  });
});

/** The keys are entered where the chat has its button. */
async function enterKeyOf(page: Page, key: string): Promise<void> {
  await page.getByRole('link', { name: 'Chat', exact: true }).click();
  await enterKey(page, key);
  await page.getByRole('link', { name: 'Evaluate', exact: true }).click();
}
