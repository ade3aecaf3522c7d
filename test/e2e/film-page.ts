/** `npm run film`: a check on the page as a moving picture, docs/images/check.gif. Needs ffmpeg. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { OWN_JUDGE, startGateway } from '../harness/start-gateway.ts';
import { buildPage, openBrowser, visit } from './open-browser.ts';

const PICTURE = path.resolve(import.meta.dirname, '../../docs/images/check.gif');
const TEXT = `Lightning never strikes the same place twice. The human body has 206 bones. Water boils at 90 degrees Celsius at
sea level. The Eiffel Tower was completed in 1889. What a century!`;

buildPage();
const gateway = await startGateway({
  yaml: OWN_JUDGE,
  app: { sandboxPace: { firstTokenMs: 900, perTokenMs: 40 } },
});
const browser = await openBrowser();
const viewport = { width: 1320, height: 760 };
const { page } = await visit(browser, gateway.url, '#/check', { viewport, colorScheme: 'light' });
const folder = mkdtempSync(path.join(tmpdir(), 'film-'));

/** Each picture stays until the next; the times are those of the film, not of the machine. */
const shown: string[] = [];
async function show(seconds: number): Promise<void> {
  const file = path.join(folder, `${shown.length}.png`);
  await page.screenshot({ path: file, animations: 'disabled' });
  shown.push(`file '${file}'\nduration ${seconds}`);
}

const box = page.getByLabel('Text to check');
await show(0.8);
for (let end = 0; end < TEXT.length; end += 24) {
  await box.fill(TEXT.slice(0, end + 24));
  await show(0.08);
}
await page.locator('.check-claims .card').nth(3).waitFor();
await show(1);
await page.getByRole('button', { name: 'Verify claims' }).click();
const done = page.getByRole('button', { name: 'Export' }).and(page.locator(':enabled'));
while (!(await done.isVisible())) await show(0.25);
await page.mouse.move(0, 0);
await show(2);
await page.locator('.check-claims .card[data-state="refuted"]').first().click();
await page.waitForTimeout(400);
await show(4);

const list = path.join(folder, 'list.txt');
writeFileSync(list, [...shown, shown.at(-1)].join('\n'));
const palette = 'split[a][b];[a]palettegen=max_colors=96:stats_mode=diff[p];[b][p]paletteuse=dither=none';
execFileSync('ffmpeg', `-y -v error -f concat -safe 0 -i ${list} -vf ${palette} ${PICTURE}`.split(' '));
rmSync(folder, { recursive: true });
await browser.close();
await gateway.stop();
