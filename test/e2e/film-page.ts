/**
 * `npm run film [NAME…]`: what people do with the page, as moving pictures: `check` (docs/images/check.gif), and in the
 * folder `films` those of an operator, a developer, a journalist and a researcher. All of them where none is named. Each
 * ends with an error where the page does not do what it shows. Needs ffmpeg.
 */
import path from 'node:path';
import { filmCheck } from './films/check.ts';
import { filmDeveloper } from './films/developer.ts';
import { filmJournalist } from './films/journalist.ts';
import { filmOperator } from './films/operator.ts';
import { filmResearcher } from './films/researcher.ts';
import { buildPage, openBrowser } from './open-browser.ts';

const root = path.resolve(import.meta.dirname, '../..');
const FILMS = {
  check: [filmCheck, 'docs/images/check.gif'],
  operator: [filmOperator, 'films/operator.mp4'],
  developer: [filmDeveloper, 'films/developer.mp4'],
  journalist: [filmJournalist, 'films/journalist.mp4'],
  researcher: [filmResearcher, 'films/researcher.mp4'],
} as const;

const named = process.argv.slice(2);
const unknown = named.filter((name) => !Object.hasOwn(FILMS, name));
if (unknown.length > 0) throw new Error(`No such film: ${unknown}. There are ${Object.keys(FILMS)}`);
buildPage();
const browser = await openBrowser();
for (const [name, [film, file]] of Object.entries(FILMS)) {
  if (named.length > 0 && !named.includes(name)) continue;
  const seconds = await film(browser, path.join(root, file));
  console.log(`${file}: ${Math.round(seconds)} seconds`);
}
await browser.close();
