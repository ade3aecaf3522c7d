import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { labelOf, ModelFolderError, readConfig, readModelFolder } from './read-folder.ts';

const TINY = path.join(import.meta.dirname, '__fixtures__/tiny');
const root = mkdtempSync(path.join(tmpdir(), 'read-folder-'));
afterAll(() => rmSync(root, { recursive: true }));

/** A folder whose `config.json` is that of a tiny model, and says this too. */
function folderWith(config: object, base: object = own): string {
  const folder = mkdtempSync(path.join(root, 'model-'));
  cpSync(TINY, folder, { recursive: true });
  writeFileSync(path.join(folder, 'config.json'), JSON.stringify({ ...base, ...config }));
  return folder;
}
const own = JSON.parse(readFileSync(path.join(TINY, 'config.json'), 'utf8')) as object;
const read = (config: object, base?: object) => readModelFolder(folderWith(config, base));

describe('a model’s folder', () => {
  it('says what its model is, and what it leaves out has defaults', () => {
    const folder = folderWith({});
    expect(readModelFolder(folder)).toEqual({
      labels: ['supported', 'refuted', 'not_enough_info'],
      maxLength: 64,
      temperature: 1,
      isCalibrated: false,
      bias: [0, 0, 0],
      thresholds: { supported: 0.9, refuted: 0.8 },
      claimFirst: true,
      modelFile: path.join(folder, 'model.onnx'),
      tokenizerFile: path.join(folder, 'tokenizer.json'),
    });
    const id2label = { 0: 'entailment', 1: 'neutral', 2: 'contradiction' };
    expect(read({ id2label }, {})).toMatchObject({
      labels: ['supported', 'not_enough_info', 'refuted'],
      maxLength: 256,
      thresholds: { supported: 0.9, refuted: 0.9 },
      claimFirst: false,
    });
  });

  it('says which of a pair comes first', () => {
    expect(read({ order: 'claim-passage' }).claimFirst).toBe(true);
    expect(read({ order: 'passage-claim' }).claimFirst).toBe(false);
    expect(() => read({ order: 'claim' })).toThrow('order must be');
  });

  it.each([
    [{ temperature: 0.1 }, { temperature: 0.1, isCalibrated: true }],
    [{ temperature: 1 }, { temperature: 1, isCalibrated: true }],
    [{ bias: [1, -1, 0] }, { bias: [1, -1, 0] }],
    [{ max_length: 32 }, { maxLength: 32 }],
    [{ max_length: 8_192 }, { maxLength: 8_192 }],
    [{ threshold: 0.5 }, { thresholds: { supported: 0.5, refuted: 0.5 } }],
    [{ threshold: 0 }, { thresholds: { supported: 0, refuted: 0 } }],
    [{ threshold: 1 }, { thresholds: { supported: 1, refuted: 1 } }],
    [
      { threshold: { supported: 0.9, refuted: 0.8, supported_whole: 0.9 } },
      { thresholds: { supported: 0.9, refuted: 0.8, supportedWhole: 0.9 } },
    ],
  ])('may say %j', (config, expected) => {
    expect(read(config)).toMatchObject(expected);
  });

  it.each([
    [{ temperature: 0 }, 'temperature'],
    [{ temperature: '1' }, 'temperature'],
    [{ bias: [0, 0] }, 'bias must have 3 numbers'],
    [{ bias: [0, 0, '0'] }, 'bias'],
    [{ bias: 0 }, 'bias'],
    [{ max_length: 31 }, 'max_length'],
    [{ max_length: 8_193 }, 'max_length'],
    [{ max_length: 64.5 }, 'max_length'],
    [{ max_length: '64' }, 'max_length'],
    [{ threshold: 1.1 }, 'threshold'],
    [{ threshold: -0.1 }, 'threshold'],
    [{ threshold: null }, 'threshold'],
    [{ threshold: { supported: 0.9 } }, 'threshold'],
    [{ threshold: { refuted: 0.9 } }, 'threshold'],
    [{ threshold: { supported: 0.9, refuted: 0.9, supported_whole: 0.91 } }, 'supported_whole'],
    [{ threshold: { supported: 0.9, refuted: 0.9, supported_whole: -1 } }, 'supported_whole'],
    [{ labels: 'supported' }, 'labels must name'],
    [{ labels: ['supported', 'refuted'] }, 'labels must be'],
    [{ labels: ['supported', 'refuted', 'refuted'] }, 'labels must be'],
    [{ labels: ['supported', 'refuted', 'other'] }, 'labels must be'],
    [{ labels: ['supported', 'refuted', 'neutral', 'neutral'] }, 'labels must be'],
  ])('may not say %j', (config, named) => {
    expect(() => read(config)).toThrow(ModelFolderError);
    expect(() => read(config)).toThrow(named);
  });

  it('has to say what the outputs mean', () => {
    for (const config of [{}, { id2label: null }, { id2label: 'supported' }])
      expect(() => read(config, {})).toThrow('labels must name the outputs');
  });

  it.each(['model.onnx', 'tokenizer.json', 'config.json'])('needs %s', (file) => {
    const folder = folderWith({});
    rmSync(path.join(folder, file));
    expect(() => readModelFolder(folder)).toThrow(`${file} is missing in ${folder}`);
  });
});

it.each([
  ['[]', 'must be an object'],
  ['null', 'must be an object'],
  ['1', 'must be an object'],
  ['{', 'cannot be read as JSON'],
])('a config.json that is %s is refused', (content, why) => {
  const folder = folderWith({});
  writeFileSync(path.join(folder, 'config.json'), content);
  expect(() => readConfig(folder)).toThrow(`config.json: ${why}`);
});

it('a folder without config.json says so', () => {
  expect(() => readConfig(mkdtempSync(path.join(root, 'empty-')))).toThrow('config.json: is missing');
});

it.each([
  ['Entailment', 'supported'],
  ['NOT ENOUGH INFO', 'not_enough_info'],
  ['not-supported', 'not_enough_info'],
  ['contradiction', 'refuted'],
  ['LABEL_0', undefined],
])('a label named %s means %s', (name, label) => {
  expect(labelOf(name)).toBe(label);
});
