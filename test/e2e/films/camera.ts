/** Takes pictures of the page one after another, and makes a film of them. Needs ffmpeg. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { visit } from '../open-browser.ts';

/** Of a film, in seconds. */
const LONGEST = 300;
/** Milliseconds after which what is awaited will not come. */
const WAIT = 60_000;
/** Characters that are typed from one picture to the next. */
const STROKE = 12;

export interface Camera {
  readonly page: Page;
  /** A picture of what the page shows now. It stays for so many seconds of the film, whatever the machine takes. */
  show(seconds: number): Promise<void>;
  /** Says below the page what happens next, in one line, until something else is said. */
  say(line: string): Promise<void>;
  /** Clicks as a viewer can see it. */
  press(where: Locator): Promise<void>;
  type(where: Locator, text: string): Promise<void>;
  /** Shows the page again and again while something is awaited. */
  until(what: Locator): Promise<void>;
  /**
   * Writes the film and closes the page.
   * @param file ends in `.gif` or `.mp4`.
   * @returns how long it is, in seconds.
   * @throws where it is longer than five minutes, or something went wrong behind the page.
   */
  finish(file: string): Promise<number>;
}

export async function openCamera(browser: Browser, url: string, view: string): Promise<Camera> {
  const viewport = { width: 1320, height: 760 };
  const visited = await visit(browser, url, view, { viewport, colorScheme: 'light' });
  const { page } = visited;
  const folder = mkdtempSync(path.join(tmpdir(), 'film-'));
  const shown: string[] = [];
  let length = 0;
  let said = '';

  const show = async (seconds: number): Promise<void> => {
    const file = path.join(folder, `${shown.length}.png`);
    if (said !== '') await page.evaluate(putCaption, said);
    await page.screenshot({ path: file, animations: 'disabled' });
    shown.push(`file '${file}'\nduration ${seconds}`);
    length += seconds;
  };
  return {
    page,
    show,
    async say(line) {
      said = line;
      await show(0.4 + line.length / 25);
    },
    async press(where) {
      await where.scrollIntoViewIfNeeded();
      const box = await where.boundingBox();
      if (box === null) throw new Error('What is pressed is not shown');
      await page.evaluate(putRing, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
      await show(0.5);
      await page.evaluate(putRing, undefined);
      await where.click();
      await show(0.5);
    },
    async type(where, text) {
      for (let end = STROKE; end < text.length + STROKE; end += STROKE) {
        await where.fill(text.slice(0, end));
        await show(0.1);
      }
    },
    async until(what) {
      const late = Date.now() + WAIT;
      while (!(await what.first().isVisible())) {
        await show(0.25);
        if (Date.now() > late) throw new Error(`Not seen: ${what}. The last picture is ${shown.at(-1)}`);
      }
      await show(0.8);
    },
    async finish(file) {
      const list = path.join(folder, 'list.txt');
      writeFileSync(list, [...shown, shown.at(-1)].join('\n'));
      mkdirSync(path.dirname(file), { recursive: true });
      const how = file.endsWith('.gif')
        ? '-vf split[a][b];[a]palettegen=max_colors=96:stats_mode=diff[p];[b][p]paletteuse=dither=none'
        : '-r 12 -c:v libx264 -crf 26 -pix_fmt yuv420p -movflags +faststart';
      execFileSync('ffmpeg', `-y -v error -f concat -safe 0 -i ${list} ${how} ${file}`.split(' '));
      rmSync(folder, { recursive: true });
      await visited.close();
      if (visited.faults.length > 0) throw new Error(visited.faults.join('\n'));
      if (length > LONGEST) throw new Error(`The film takes ${Math.round(length)} seconds`);
      return length;
    },
  };
}

/** Runs in the page. */
function putCaption(line: string): void {
  const before = document.querySelector<HTMLElement>('#film-caption');
  const caption = before ?? document.createElement('div');
  caption.id = 'film-caption';
  // An attribute would be refused on a page whose policy has no inline styles.
  caption.style.cssText =
    'position:fixed;inset:auto 0 0 0;z-index:99999;padding:14px 24px;pointer-events:none;text-align:center;' +
    'font:600 20px system-ui;color:#fff;background:rgba(17,24,39,.92)';
  caption.textContent = line;
  if (before === null) document.body.append(caption);
}

/** Runs in the page. */
function putRing(place: { readonly x: number; readonly y: number } | undefined): void {
  document.querySelector('#film-ring')?.remove();
  if (place === undefined) return;
  const ring = document.createElement('div');
  ring.id = 'film-ring';
  ring.style.cssText =
    `position:fixed;left:${place.x - 18}px;top:${place.y - 18}px;width:36px;height:36px;z-index:99999;` +
    'pointer-events:none;border:4px solid #e11d48;border-radius:50%;box-sizing:border-box';
  document.body.append(ring);
}
