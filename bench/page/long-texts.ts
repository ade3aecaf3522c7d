/**
 * Long texts on the check view, with a processor that is so many times slower: for how long the page is blocked while
 * their claims are found, verified, walked through, filtered and printed, as Chromium counts long tasks.
 */
import type { Browser, Page } from 'playwright-core';
import { visit } from '../../test/e2e/open-browser.ts';

const SLOWER = 4;
const COUNTS = [40, 300, 900] as const;
const WALKED = 20;
/** Of a check of all claims, so long a part is measured. */
const VERIFIED_MS = 15_000;

/** Of what each claim says, the other half has it from this text. */
export const KNOWN = Array.from({ length: 900 }, (_, n) => sentenceOf(n)).join(' ');

function sentenceOf(n: number): string {
  return `The tower of town ${n + 1} was completed in ${1100 + n}.`;
}

/** Every second year is wrong. */
function writeText(claims: number): string {
  return Array.from({ length: claims }, (_, n) => {
    const said = n % 2 === 0 ? sentenceOf(n) : sentenceOf(n).replace(/\d+\.$/, `${1101 + n}.`);
    return n % 6 === 5 ? `${said}\n\n` : `${said} `;
  }).join('');
}

type Watched = Window & { longTasks?: number[] };

/** Runs in the page, and must stand alone. */
function watchTasks(): void {
  const tasks: number[] = [];
  (window as Watched).longTasks = tasks;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  }).observe({ type: 'longtask' });
}

/** @returns the longest task since it was asked last, in milliseconds; 0 where none took 50. */
async function longestTask(page: Page): Promise<number> {
  await page.waitForTimeout(300);
  return page.evaluate(() => Math.max(0, ...((window as Watched).longTasks?.splice(0) ?? [])));
}

/** A driver that looks an element up by its role or text reads the whole page, and holds it up. */
async function shown(page: Page, place: string): Promise<void> {
  while ((await page.evaluate((selector) => document.querySelector(selector), place)) === null)
    await page.waitForTimeout(200);
  await page.waitForTimeout(2_000);
}

const STEPS = ['opened', 'verified', 'scrolled', 'walked by keys', 'filtered', 'printed'] as const;

async function measure(browser: Browser, url: string, claims: number): Promise<readonly number[]> {
  const { page, close } = await visit(browser, url, '#/check');
  page.setDefaultTimeout(120_000);
  await page.evaluate(watchTasks);
  const box = page.getByLabel('Text to check');
  await box.waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await longestTask(page);
  const longest: number[] = [];
  const step = async (work: () => Promise<unknown>): Promise<void> => {
    await work();
    longest.push(await longestTask(page));
  };
  await step(async () => {
    await box.evaluate((element: HTMLTextAreaElement, text) => {
      element.value = text;
      element.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }, writeText(claims));
    await shown(page, '.check-cost p');
  });
  await step(async () => {
    await page.evaluate(() =>
      [...document.querySelectorAll('button')]
        .find(({ textContent }) => textContent === 'Verify claims')
        ?.click(),
    );
    await page.waitForTimeout(VERIFIED_MS);
  });
  await step(async () => {
    for (const place of ['.check-list', '.check-marked']) {
      for (let index = 0; index < 12; index += 1) {
        await page.locator(place).evaluate((element) => element.scrollBy(0, 900));
        await page.waitForTimeout(120);
      }
    }
  });
  await step(async () => {
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    for (let index = 0; index < WALKED; index += 1) {
      await page.keyboard.press('j');
      await page.waitForTimeout(60);
    }
  });
  await step(async () => {
    await page.evaluate(() => document.querySelector<HTMLElement>('.claim-filters button')?.click());
    await page.waitForTimeout(1_000);
  });
  await step(async () => {
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  });
  await close();
  return longest;
}

/** @returns the section of the report. */
export async function reportLongTexts(browser: Browser, url: string): Promise<string> {
  const rows: string[] = [];
  for (const claims of COUNTS) {
    const longest = await measure(browser, url, claims);
    rows.push(
      `| ${claims} | ${longest.map((task) => (task === 0 ? 'under 50' : task.toFixed(0))).join(' | ')} |`,
    );
    console.error(rows.at(-1));
  }
  return `
Long texts on the check view, processor ${SLOWER} times slower: the longest task in milliseconds, while a text's claims are

| claims | ${STEPS.join(' | ')} |
|---|${STEPS.map(() => '---').join('|')}|
${rows.join('\n')}
`;
}
