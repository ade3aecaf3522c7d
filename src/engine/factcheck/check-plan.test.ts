import { describe, expect, it } from 'vitest';
import type { JsonModel } from '../../models/upstream/ask-json.ts';
import type { PairScorer } from '../judge/pair-scorer.ts';
import { planCheck, type VerifyRequest, type VerifySettings, wishFor } from './check-plan.ts';

const MODEL = { model: { id: 'a/b' } } as JsonModel;
const local = (state: ReturnType<PairScorer['state']>) =>
  ({ state: () => state, deadlineMs: 7 }) as PairScorer;
const NATIVE = { maxCalls: 1 } as NonNullable<VerifySettings['native']>;
const settings = (more: object = {}) =>
  ({ deadlineMs: 5, fenceWord: () => 'w', native: NATIVE, ...more }) as unknown as VerifySettings;
const EVIDENCE: VerifyRequest = {
  retrieve: async () => ({ items: [], answered: [] }),
  maxClaims: 3,
  model: MODEL,
};

function plan(mode: 'ground' | 'verify', more: Partial<VerifyRequest> = {}, set: object = {}) {
  const planned = planCheck(settings(set), { mode, evidence: { ...EVIDENCE, ...more } });
  return planned.rung === 'judge' ? planned : { ...planned, verifier: undefined, statements: undefined };
}

describe('the rung of a request', () => {
  it('is as high as its mode, and as those who judge can be asked', () => {
    expect(planCheck(settings(), { mode: 'detect' })).toEqual({ rung: 'detect', mode: 'detect' });
    expect(plan('ground').rung).toBe('ground');
    expect(plan('ground', {}, { local: local('ready') }).rung).toBe('judge');
    expect(plan('ground', {}, { local: local('failed') }).rung).toBe('ground');
    expect(plan('ground', { judge: 'model' }, { local: local('ready') }).rung).toBe('ground');
    expect(plan('verify').rung).toBe('judge');
    expect(plan('verify', { judge: 'model' }).rung).toBe('judge');
  });

  it('has evidence in a mode that looks for some', () => {
    expect(wishFor('verify', EVIDENCE)).toEqual({ mode: 'verify', evidence: EVIDENCE });
    expect(wishFor('ground', EVIDENCE)).toEqual({ mode: 'ground', evidence: EVIDENCE });
    expect(wishFor('detect', EVIDENCE)).toEqual({ mode: 'detect' });
  });
});

describe('who judges', () => {
  const verifier = (...args: Parameters<typeof plan>) => plan(...args).verifier;

  it('is the model in the mode verify, unless the own judge alone is wanted', () => {
    expect(verifier('verify')?.model).toBe(MODEL);
    expect(verifier('verify', { judge: 'local' })?.model).toBeUndefined();
    expect(verifier('ground', {}, { local: local('ready') })?.model).toBeUndefined();
  });

  it('is the own judge where it is ready and wanted', () => {
    const own = local('ready');
    expect(verifier('verify', {}, { local: own })?.local).toBe(own);
    expect(verifier('verify', { judge: 'local' }, { local: own })?.local).toBe(own);
    expect(verifier('verify', { judge: 'model' }, { local: own })).not.toHaveProperty('local');
    expect(verifier('verify', {}, { local: local('off') })).not.toHaveProperty('local');
  });

  it('has the own judge’s time where no model is asked', () => {
    expect(verifier('verify', {}, { local: local('ready') })?.deadlineMs).toBe(5);
    expect(verifier('verify', { judge: 'local' }, { local: local('ready') })?.deadlineMs).toBe(7);
    expect(verifier('verify', { judge: 'local' })?.deadlineMs).toBe(5);
    const cold = { ...local('ready'), loadingMs: () => 30 };
    expect(verifier('verify', { judge: 'local' }, { local: cold })?.deadlineMs).toBe(37);
  });

  it('searches the web itself where that is wanted and allowed', () => {
    expect(verifier('verify', { native: true })?.native).toBe(NATIVE);
    expect(verifier('verify')).not.toHaveProperty('native');
    expect(verifier('verify', { native: true }, { native: undefined })).not.toHaveProperty('native');
    expect(verifier('verify', { native: true, judge: 'local' })).not.toHaveProperty('native');
  });

  it('remembers under a caller alone', () => {
    expect(verifier('verify')).not.toHaveProperty('cache');
    expect(verifier('verify', { callerId: 'c' })?.cache?.callerId).toBe('c');
  });
});

describe('statements', () => {
  it.each([
    ['all', false, true],
    ['all', true, true],
    ['auto', true, true],
    ['auto', false, false],
    [undefined, true, true],
    [undefined, undefined, false],
    ['none', true, false],
  ] as const)('%s, with texts of the request %s: %s', (statements, context, are) => {
    const wish = {
      ...(statements === undefined ? {} : { statements }),
      ...(context === undefined ? {} : { context }),
    };
    const planned = plan('verify', wish as Partial<VerifyRequest>);
    expect(planned.statements).toBe(are);
    expect(planned.verifier?.context).toBe(context ?? false);
  });
});
