/** A researcher compares two models on 300 rows. */
import type { Browser } from 'playwright-core';
import { startGateway } from '../../harness/start-gateway.ts';
import { judgeInPage, writeRows } from '../judge-in-page.ts';
import { openCamera } from './camera.ts';

const ROWS = 300;

export async function filmResearcher(browser: Browser, file: string): Promise<number> {
  const gateway = await startGateway();
  try {
    const camera = await openCamera(browser, gateway.url, '#/evaluate');
    const { page, show, say, press, type, until } = camera;
    await judgeInPage(page, ROWS, 'gpt-6-luna');
    await page.reload();
    await say('A file of 300 claims with reference verdicts is opened.');
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from(writeRows(ROWS)) });
    await until(page.getByText(/About [\d,]+ tokens/));
    await say('The page has recognised the column of reference verdicts, and says what it will take.');
    await show(1);
    await say('A second model is chosen to compare with.');
    await type(page.getByRole('combobox', { name: /^Compare with/ }), 'Claude Haiku');
    await page.keyboard.press('Enter');
    await show(1);
    await press(page.getByRole('button', { name: 'Start', exact: true }));
    await until(page.locator('.run[data-state="done"]'));
    await say('Accuracy of both, with its interval, and macro-F1.');
    await page.getByRole('table', { name: 'Compared with the reference' }).scrollIntoViewIfNeeded();
    await show(3);
    const beside = page.getByRole('region', { name: 'Two models side by side' });
    await beside.scrollIntoViewIfNeeded();
    await say('The paired test says whether the difference is more than chance.');
    await beside
      .getByText(/chance/)
      .first()
      .waitFor();
    await show(4);
    return await camera.finish(file);
  } finally {
    await gateway.stop();
  }
}
