/** A developer sees what her last hour came to. */
import type { Browser } from 'playwright-core';
import { BAD, CALLER_KEY, GOOD, RIGHT, startTraffic, WRONG } from '../traffic-gateway.ts';
import { openCamera } from './camera.ts';

export async function filmDeveloper(browser: Browser, file: string): Promise<number> {
  const gateway = await startTraffic();
  try {
    for (let i = 0; i < 5; i++) await gateway.ask(GOOD, RIGHT);
    await gateway.ask(GOOD, `${RIGHT} ${WRONG}`);
    for (let i = 0; i < 3; i++) await gateway.ask(BAD, `${RIGHT} ${WRONG}`);
    const camera = await openCamera(browser, gateway.url, '#/usage');
    const { page, show, say, press, type, until } = camera;
    await page.getByRole('button', { name: 'Enter a key' }).waitFor();
    await say('A developer enters the key that her application uses.');
    await press(page.getByRole('button', { name: 'Enter a key' }));
    await type(page.getByLabel('OpenAI key'), CALLER_KEY);
    await press(page.getByRole('button', { name: 'Done' }));
    await until(page.getByRole('region', { name: 'In all' }));
    await press(page.getByText('Last hour', { exact: true }));
    await say('Her last hour: requests, errors, tokens, money and verdicts.');
    await show(3);
    const most = page.getByRole('region', { name: 'Refuted most' });
    await most.scrollIntoViewIfNeeded();
    await say('Which of her models is refuted most.');
    await show(3);
    for (const table of ['By model', 'By application']) {
      await page.getByRole('table', { name: table }).scrollIntoViewIfNeeded();
      await say(`${table}: each can be saved as CSV.`);
      await show(2);
    }
    return await camera.finish(file);
  } finally {
    await gateway.stop();
  }
}
