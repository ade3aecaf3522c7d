/** Every place of the page that a person can come to: each view in each of its states, each dialog, each drawer. */
import type { Page } from 'playwright-core';
import { texts } from '../../web/texts.ts';

export interface Place {
  readonly name: string;
  readonly view: string;
  reach(page: Page): Promise<void>;
}

const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name }).first().click();

const exampleAnswered = (page: Page): Promise<void> => page.locator('.answer[data-status="done"]').waitFor();

/** Drawers and dialogs glide in where motion is not reduced; Firefox takes a moment. */
const dialogOpened = (page: Page): Promise<void> => page.getByRole('dialog').first().waitFor();

async function showMenu(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: texts.openMenu });
  if (!(await menu.isVisible())) return;
  await menu.click();
  await dialogOpened(page);
}

async function checkExample(page: Page): Promise<void> {
  await press(page, texts.check.example);
  await press(page, texts.check.verify);
  await page.locator('.check-claims .card[data-state="refuted"]').first().waitFor();
  await page.getByRole('button', { name: texts.check.export }).and(page.locator(':enabled')).waitFor();
}

async function openExample(page: Page): Promise<void> {
  await press(page, texts.evaluate.example);
  await startButton(page).waitFor();
}

const startButton = (page: Page) => page.getByRole('button', { name: texts.evaluate.start, exact: true });

async function runExample(page: Page): Promise<void> {
  await startButton(page).click();
  await page.locator('.run[data-state="done"]').waitFor();
}

export const PLACES: readonly Place[] = [
  { name: 'chat', view: '#/chat', reach: exampleAnswered },
  {
    name: 'new chat',
    view: '#/chat',
    async reach(page) {
      await exampleAnswered(page);
      await press(page, texts.chat.newChat);
      await page.locator('.welcome').waitFor();
    },
  },
  {
    name: 'menu',
    view: '#/chat',
    async reach(page) {
      await exampleAnswered(page);
      await press(page, texts.chat.newChat);
      await page.locator('.composer textarea').fill('Hello');
      await page.keyboard.press('Enter');
      await exampleAnswered(page);
      await showMenu(page);
      await page.locator('.shelf li').first().waitFor();
    },
  },
  {
    name: 'claims',
    view: '#/chat',
    async reach(page) {
      await exampleAnswered(page);
      await page.locator('.answer .summary button').first().click();
      await page.locator('.card').first().waitFor();
    },
  },
  {
    name: 'models',
    view: '#/chat',
    async reach(page) {
      await exampleAnswered(page);
      await page.locator('.composer .model-picker').click();
      await page.locator('.model-option').first().waitFor();
    },
  },
  {
    name: 'sources',
    view: '#/chat',
    async reach(page) {
      await exampleAnswered(page);
      await page.locator('.composer .source-picker > button').click();
      await page.locator('.source-list li').first().waitFor();
    },
  },
  {
    name: 'keys',
    view: '#/chat',
    async reach(page) {
      await exampleAnswered(page);
      await page.locator('.composer').getByRole('button', { name: texts.keys.button }).click();
      await dialogOpened(page);
    },
  },
  {
    name: 'settings',
    view: '#/chat',
    async reach(page) {
      await exampleAnswered(page);
      await page.locator('.composer').getByRole('button', { name: texts.settings.button }).click();
      await dialogOpened(page);
    },
  },
  {
    name: 'check, empty',
    view: '#/check',
    reach: (page) => page.getByRole('button', { name: texts.check.example }).waitFor(),
  },
  { name: 'check, verified', view: '#/check', reach: checkExample },
  {
    name: 'check, export',
    view: '#/check',
    async reach(page) {
      await checkExample(page);
      await press(page, texts.check.export);
      await page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    name: 'check, report details',
    view: '#/check',
    async reach(page) {
      await checkExample(page);
      await press(page, texts.report.details);
      await dialogOpened(page);
    },
  },
  {
    name: 'your data',
    view: '#/check',
    async reach(page) {
      await press(page, texts.check.example);
      await page.locator('.shelf li').first().waitFor();
      await press(page, texts.data.button);
      await dialogOpened(page);
    },
  },
  {
    name: 'evaluate, file',
    view: '#/evaluate',
    reach: (page) => page.getByRole('button', { name: texts.evaluate.example }).waitFor(),
  },
  { name: 'evaluate, setup', view: '#/evaluate', reach: openExample },
  {
    name: 'evaluate, done',
    view: '#/evaluate',
    async reach(page) {
      await openExample(page);
      await runExample(page);
    },
  },
  {
    name: 'evaluate, two models',
    view: '#/evaluate',
    async reach(page) {
      await openExample(page);
      await page.getByRole('combobox', { name: new RegExp(`^${texts.evaluate.second}`) }).fill('Claude');
      await page.keyboard.press('Enter');
      await runExample(page);
      await page.getByRole('region', { name: texts.evaluate.both.title }).waitFor();
    },
  },
  {
    name: 'evaluate, earlier runs',
    view: '#/evaluate',
    async reach(page) {
      await openExample(page);
      await runExample(page);
      await press(page, texts.evaluate.another);
      await page.getByRole('region', { name: texts.evaluate.earlier }).waitFor();
    },
  },
  {
    name: 'usage, without a key',
    view: '#/usage',
    reach: (page) => page.getByRole('button', { name: texts.usage.enter }).waitFor(),
  },
  {
    name: 'status',
    view: '#/status',
    reach: (page) => page.locator('tbody tr td strong').first().waitFor(),
  },
];
