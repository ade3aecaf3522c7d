import { expect, it } from 'vitest';
import { nearestModels } from './nearest-models.ts';
import { readCatalogue } from './read-catalogue.ts';

const ids = ['gpt-6-luna', 'gpt-6.1-sol', 'claude-haiku-5-5', 'openai/gpt-oss-120b', 'x'];
const catalogue = readCatalogue({
  default_model: 'gpt-6-luna',
  providers: {
    openai: {
      models: ids.map((id) => ({ id, name: id, description: id, tier: 'basic' })),
    },
  },
});

it.each([
  ['GPT-6-Lunar', 'gpt-6-luna'],
  ['gpt6sol', 'gpt-6.1-sol'],
  ['claude-5.5-haiku', 'claude-haiku-5-5'],
  ['gpt-oss', 'openai/gpt-oss-120b'],
  // Shorter ids are not nearer for being short.
  ['claude', 'claude-haiku-5-5'],
  ['Claude-3', 'claude-haiku-5-5'],
  ['gpt-oss-120', 'openai/gpt-oss-120b'],
])('most like %s is %s', (asked, nearest) => {
  expect(nearestModels(catalogue, asked)).toHaveLength(3);
  expect(nearestModels(catalogue, asked)[0]).toBe(nearest);
});
