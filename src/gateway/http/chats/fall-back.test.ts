import { describe, expect, it } from 'vitest';
import { ApiKey } from '../../../domain/api-key.ts';
import { GatewayError } from '../../../domain/errors.ts';
import type { FoundModel, ModelDirectory } from '../../../models/upstream/model-directory.ts';
import { createCallerIds } from '../../admission/caller-id.ts';
import { candidatesOf, inTurn, prepareFirst } from './fall-back.ts';

const foundOf = (id: string, provider: string, more: object = {}) =>
  ({ model: { id, provider }, listed: true, endpoint: { provider, sandbox: false }, ...more }) as FoundModel;
const FIRST = foundOf('a1', 'a');
const SAME = foundOf('a2', 'a');
const OTHER = foundOf('b1', 'b');
const SANDBOX = foundOf('s1', 'b', { endpoint: { provider: 'b', sandbox: true } });
const ALIAS: FoundModel = { ...FIRST, fallbacks: ['b1', 'a2', 's1'] };

const models: ModelDirectory = {
  find: (id) => [SAME, OTHER, SANDBOX].find(({ model }) => model.id === id)!,
  callRules: () => ({}) as ReturnType<ModelDirectory['callRules']>,
};
const candidates = (key: string, first = ALIAS, unusable: readonly string[] = []) => {
  const parsed = ApiKey.parse(key)!;
  const gate = { mayUse: (_: unknown, { model }: FoundModel) => !unusable.includes(model.id) };
  const identity = { key: parsed, caller: createCallerIds('secret').callerOf(parsed) };
  return candidatesOf(models, gate, first, identity).map(({ model }) => model.id);
};

describe('the models that an id stands for', () => {
  it('are the one that it names, whether the caller may use it or not', () => {
    expect(candidates('sk-1', FIRST)).toEqual(['a1']);
    expect(candidates('sk-1', FIRST, ['a1'])).toEqual(['a1']);
  });

  it('are those of an alias in its order, of one provider for a caller’s own key', () => {
    expect(candidates('sk-1')).toEqual(['a1', 'a2', 's1']);
    expect(candidates('cg-1')).toEqual(['a1', 'b1', 'a2', 's1']);
  });

  it('are those that the caller may use, and the first where it may use none', () => {
    expect(candidates('cg-1', ALIAS, ['a1', 'a2'])).toEqual(['b1', 's1']);
    expect(candidates('cg-1', ALIAS, ['a1', 'a2', 'b1', 's1'])).toEqual(['a1']);
  });
});

describe('making a request ready', () => {
  const refusal = (id: string) => new GatewayError('unsupported', `not by ${id}`);

  it('takes the first model that can serve it, and leaves those behind it', async () => {
    const left = [FIRST, SAME, OTHER];
    const { found, ready } = await prepareFirst(left, async ({ model }) => {
      if (model.id === 'a1') throw refusal('a1');
      return model.id;
    });
    expect([found, ready, left]).toEqual([SAME, 'a2', [OTHER]]);
  });

  it('says what the first cannot serve, where none can', async () => {
    const left = [FIRST, SAME];
    await expect(prepareFirst(left, ({ model }) => Promise.reject(refusal(model.id)))).rejects.toMatchObject({
      message: 'not by a1',
    });
    expect(left).toEqual([]);
  });

  it('stops at a fault of the gateway', async () => {
    const left = [FIRST, SAME];
    const fault = new TypeError('a fault');
    await expect(prepareFirst(left, () => Promise.reject(fault))).rejects.toBe(fault);
    expect(left).toEqual([SAME]);
  });
});

describe('models in turn', () => {
  it('go on from the one that failed, once for all that asked it, up to the last', () => {
    const target = inTurn(FIRST, [SAME, OTHER], ApiKey.parse('sk-1')!);
    expect([target.model, target.endpoint]).toEqual([FIRST.model, FIRST.endpoint]);
    expect(target.goOn?.(FIRST.model)).toBe(true);
    expect(target.model).toBe(SAME.model);
    // Another question had asked the first as well.
    expect(target.goOn?.(FIRST.model)).toBe(true);
    expect(target.model).toBe(SAME.model);
    expect(target.goOn?.(SAME.model)).toBe(true);
    expect([target.model, target.endpoint]).toEqual([OTHER.model, OTHER.endpoint]);
    expect(target.goOn?.(OTHER.model)).toBe(false);
    expect(target.model).toBe(OTHER.model);
  });

  it('are one where there are no others', () => {
    const target = inTurn(FIRST, [], ApiKey.parse('sk-1')!);
    expect(target.goOn?.(FIRST.model)).toBe(false);
    expect(target.model).toBe(FIRST.model);
  });
});
