import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { nearest, similarityOf } from '../corpus/vector.ts';
import { ModelFolderError } from '../judge/read-folder.ts';
import { type OpenEmbedder, openEmbedder, SHIPPED_EMBEDDER } from './open-embedder.ts';
import { readEmbedderFolder } from './read-embedder-folder.ts';

const never = new AbortController().signal;
const folders: string[] = [];
let embedder: OpenEmbedder | undefined;
afterEach(() => {
  embedder?.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});
function open(folder = SHIPPED_EMBEDDER, onFault: (why: string) => void = () => {}): OpenEmbedder {
  embedder = openEmbedder({ folder, isBackground: true, threads: 1 }, onFault);
  return embedder;
}
function folderOf(config: object | string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'claimgate-embedder-'));
  folders.push(folder);
  for (const file of ['model.onnx', 'tokenizer.json']) writeFileSync(path.join(folder, file), 'no model');
  writeFileSync(
    path.join(folder, 'config.json'),
    typeof config === 'string' ? config : JSON.stringify(config),
  );
  return folder;
}

describe('the model that ships', () => {
  it('knows what says the same in other words, however long what stands around it is', async () => {
    const { readQuestion, readPassages } = open();
    const resigned = 'The mayor announced on 14 May that he was stepping down.';
    const other = 'In May the mayor opened the new bridge over the river.';
    const around = 'The library opens at nine. Farmers keep cows on the meadows around the town. '.repeat(4);
    const question = await readQuestion('The mayor resigned.', never);
    const read = await readPassages(
      [resigned, other, around + resigned + around, '', 'ß'.repeat(50_000)].map((text) => ({
        title: '',
        text,
      })),
      never,
    );
    const [same = -1, different = -1, inside = -1] = read.map((vectors) => nearest(vectors!, question!));
    expect(same).toBeGreaterThan(0.75);
    expect(inside).toBeCloseTo(same, 2);
    expect(different).toBeLessThan(same - 0.1);
    expect(read.every((vectors) => vectors !== undefined)).toBe(true);
  });

  it('reads a text as it does alone, and remembers it', async () => {
    const asked = open();
    const passages = [1, 20, 5].map((times) => ({
      title: 'News',
      text: 'It rained on the harbour. '.repeat(times),
    }));
    const together = await asked.readPassages(passages, never);
    asked.close();
    const alone = open();
    const [last] = await alone.readPassages([passages[2]!], never);
    expect(last).toEqual(together[2]);
    expect(alone.knownPassage(passages[2]!)).toEqual(last);
    expect(alone.knownPassage(passages[1]!)).toBeDefined();
    expect(alone.knownPassage({ title: '', text: 'Something that nobody has read.' })).toBeUndefined();
    expect(alone.knownQuestion('Why?')).toBeUndefined();
    const question = await alone.readQuestion('Why?', never);
    expect(similarityOf(alone.knownQuestion('Why?')!, question!)).toBeCloseTo(1, 1);
  });

  it('reads nothing for those who have left', async () => {
    const left = AbortSignal.abort();
    expect(await open().readQuestion('Why?', left)).toBeUndefined();
  });
});

describe('a folder', () => {
  it.each([
    ['{', 'config.json: cannot be read as JSON'],
    ['[]', 'config.json: must be an object'],
    [{ max_length: 8 }, 'max_length must be a whole number from 16 to 8192'],
    [{ pooling: 'max' }, 'pooling must be cls or mean'],
    [{ question_prefix: 1 }, 'prefixes must be texts'],
    [{ tokenizer: 'other.json' }, 'other.json is missing'],
  ])('whose config is %j cannot be used, and says why', (config, why) => {
    const folder = folderOf(config);
    expect(() => readEmbedderFolder(folder)).toThrow(ModelFolderError);
    expect(() => readEmbedderFolder(folder)).toThrow(why);
    expect(open(folder).isReady()).toBe(false);
  });

  it('names its model: another one, or another way of reading, is another', () => {
    const { fingerprint } = readEmbedderFolder(folderOf({ name: 'a' }));
    expect(readEmbedderFolder(folderOf({ name: 'a' })).fingerprint).toBe(fingerprint);
    for (const config of [{ name: 'b' }, { name: 'a', pooling: 'mean' }, { name: 'a', max_length: 128 }]) {
      expect(readEmbedderFolder(folderOf(config)).fingerprint).not.toBe(fingerprint);
    }
  });

  it('whose model cannot be loaded is said once, and read no more', async () => {
    const onFault = vi.fn();
    const asked = open(folderOf({}), onFault);
    expect(asked.isReady()).toBe(true);
    expect(await asked.readQuestion('Why?', never)).toBeUndefined();
    expect(onFault).toHaveBeenCalledOnce();
    expect(asked.isReady()).toBe(false);
    expect(await asked.readPassages([{ title: '', text: 'Text.' }], never)).toEqual([undefined]);
  });
});
