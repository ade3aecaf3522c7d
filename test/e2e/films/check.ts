/** A short text is checked: the moving picture of the README. */
import type { Browser } from 'playwright-core';
import { OWN_JUDGE, startGateway } from '../../harness/start-gateway.ts';
import { openCamera } from './camera.ts';

const TEXT = `Lightning never strikes the same place twice. The human body has 206 bones. Pure water boils at 90 degrees Celsius at
sea level. The Eiffel Tower was completed in 1889. What a century!`;

export async function filmCheck(browser: Browser, file: string): Promise<number> {
  const gateway = await startGateway({
    yaml: OWN_JUDGE,
    app: { sandboxPace: { firstTokenMs: 900, perTokenMs: 40 } },
  });
  try {
    const camera = await openCamera(browser, gateway.url, '#/check');
    const { page, show, type, until } = camera;
    await show(0.8);
    await type(page.getByLabel('Text to check'), TEXT);
    await page.locator('.check-claims .card').nth(3).waitFor();
    await show(1);
    await page.getByRole('button', { name: 'Verify claims' }).click();
    await until(page.getByRole('button', { name: 'Export' }).and(page.locator(':enabled')));
    await page.mouse.move(0, 0);
    await show(2);
    await page.locator('.check-claims .card[data-state="refuted"]').first().click();
    await page.waitForTimeout(400);
    await show(4);
    return await camera.finish(file);
  } finally {
    await gateway.stop();
  }
}
