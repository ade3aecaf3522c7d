/** Typing into a text of 100,000 characters on the check view, its claims found at each pause: from a key to the frame that shows it. */
import type { Browser, Page } from 'playwright-core';
import { BROWSERS, openBrowser, visit } from '../../test/e2e/open-browser.ts';

const TYPED = 'It was repaired in 1954. ';
/** A pause is long enough for the claims to be looked for, and the keys after it meet their coming. */
const BURSTS = 8;
const PAUSE_MS = 1_200;
const KEY_MS = 70;

/** As an article: sentences with and without a claim, in paragraphs. @returns exactly so many UTF-16 units. */
function writeArticle(length: number): string {
  let text = '';
  for (let n = 1; text.length < length; n += 1) {
    text += `The tower of town ${n} was completed in 18${10 + (n % 90)} and is 3${10 + (n % 90)} metres tall. I like it a lot. About ${n} million people visit it each year.${n % 4 === 0 ? '\n\n' : ' '}`;
  }
  return text.slice(0, length);
}

type TypingWindow = Window & { typingTimes?: number[] };

/** Milliseconds from each key to the painted frame after it. Runs in the page, and must stand alone. */
function watchKeys(): void {
  const times: number[] = [];
  (window as TypingWindow).typingTimes = times;
  addEventListener(
    'keydown',
    ({ timeStamp }) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => times.push(performance.now() - timeStamp);
        port2.postMessage(null);
      }),
    true,
  );
}

interface Typing {
  readonly keys: number;
  readonly claims: number;
  readonly middle: number;
  readonly p95: number;
  readonly longest: number;
}

/** @param at where the caret is set: a share of the text. */
async function measureTyping(browser: Browser, url: string, length: number, at: number): Promise<Typing> {
  const { page, close } = await visit(browser, url, '#/check');
  const box = page.getByLabel('Text to check');
  await box.waitFor();
  await box.evaluate((element: HTMLTextAreaElement, text) => {
    element.value = text;
    element.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }, writeArticle(length));
  await page.locator('.check-marked .claim').first().waitFor({ timeout: 120_000 });
  await box.evaluate((element: HTMLTextAreaElement, share) => {
    const caret = Math.round(element.value.length * share);
    element.focus();
    element.setSelectionRange(caret, caret);
  }, at);
  await page.evaluate(watchKeys);
  for (let burst = 0; burst < BURSTS; burst += 1) {
    await page.keyboard.type(TYPED, { delay: KEY_MS });
    await page.waitForTimeout(PAUSE_MS);
  }
  const typing = await readTimes(page);
  await close();
  return typing;
}

async function readTimes(page: Page): Promise<Typing> {
  const times = await page.evaluate(() => (window as TypingWindow).typingTimes ?? []);
  times.sort((a, b) => a - b);
  const share = (of: number): number => times[Math.min(times.length - 1, Math.floor(times.length * of))] ?? 0;
  const summary = await page.locator('.check-claims .summary-counts strong').textContent();
  return {
    keys: times.length,
    claims: Number.parseInt((summary ?? '0').replaceAll(',', ''), 10),
    middle: share(0.5),
    p95: share(0.95),
    longest: times.at(-1) ?? 0,
  };
}

const PLACES = [
  ['at its end', 1],
  ['in its middle', 0.5],
] as const;

/** @returns the section of the report. */
export async function reportTyping(url: string, length: number): Promise<string> {
  const rows: string[] = [];
  for (const name of BROWSERS) {
    const browser = await openBrowser(name);
    for (const [where, at] of PLACES) {
      const { claims, keys, middle, p95, longest } = await measureTyping(browser, url, length, at);
      const figures = [claims, keys, middle.toFixed(1), p95.toFixed(1), longest.toFixed(0)];
      rows.push(`| ${name}, ${where} | ${figures.join(' | ')} |`);
    }
    await browser.close();
  }
  return `
Typing into a text of ${length.toLocaleString('en')} characters on the check view, whose claims are found anew at each pause:
milliseconds from a key to the painted frame that shows it.

| | claims | keys | median | 95th of a hundred | longest |
|---|---|---|---|---|---|
${rows.join('\n')}
`;
}
