import { describe, expect, it } from 'vitest';
import { ApiKey } from '../../domain/api-key.ts';
import { type ErrorCode, GatewayError } from '../../domain/errors.ts';
import type { Plan, Tier } from '../../domain/plan.ts';
import { createAcceptance } from './acceptance.ts';
import { createAdmission } from './admit.ts';
import { type AskedModel, type Asking, createCallerAdmission } from './admit-caller.ts';
import { openMemoryBackend } from './backends/memory.ts';
import { createCallerIds } from './caller-id.ts';
import { createRequestCounts } from './request-counts.ts';

const callerIds = createCallerIds('secret');
const holderOf = (text: string) => {
  const key = ApiKey.parse(text)!;
  return { key, caller: callerIds.callerOf(key) };
};
const STRANGER = holderOf('sk-stranger');
const ISSUED = holderOf('cg-issued');

const modelOf = (tier: Tier, more: { listed?: boolean; keyless?: true } = {}) => ({
  model: { tier },
  listed: more.listed ?? true,
  endpoint: more.keyless === undefined ? {} : { keyless: more.keyless },
});
const BASIC = modelOf('basic');
const KEYLESS = modelOf('basic', { keyless: true });

interface Setting {
  readonly plan?: Plan;
  readonly openRequests?: number;
  readonly failedKeys?: number;
  readonly isPrivate?: boolean;
  readonly isListed?: boolean;
  /** Another process of the gateway knows the key to be good. */
  readonly isKnownElsewhere?: boolean;
  /** Thrown for an issued key, at this check. */
  readonly refuses?: 'requireModels' | 'requireRoom';
}

async function open(setting: Setting = {}) {
  const now = () => Date.parse('2026-11-05T13:20:00Z');
  const plan = setting.plan ?? { name: 'free', perHour: 3, models: 'basic' };
  const counts = createRequestCounts(
    {
      failedKeysPerMinute: setting.failedKeys ?? 1,
      openRequestsPerCaller: setting.openRequests ?? 2,
      detectPerMinute: 1,
      detectCharactersPerMinute: 1,
      documentsPerMinute: 1,
    },
    now,
  );
  const admission = createAdmission({ backend: await openMemoryBackend({ now }), planOf: () => plan, now });
  const check = (name: Setting['refuses'], code: ErrorCode) => (): void => {
    if (setting.refuses === name) throw new GatewayError(code);
  };
  const admissions = createCallerAdmission<AskedModel>({
    admission,
    acceptance: createAcceptance({
      acceptedKeys: { ...counts.acceptedKeys, askOthers: () => setting.isKnownElsewhere === true },
      isIssued: () => true,
      isPublic: () => false,
    }),
    issuedKeys: {
      requireModels: check('requireModels', 'model_not_in_plan'),
      requireRoom: check('requireRoom', 'insufficient_quota'),
      budgetsOf: async () => [],
      profileOf: () => undefined,
    },
    callerIds,
    counts,
    isPrivate: setting.isPrivate ?? false,
    isListed: () => setting.isListed ?? false,
  });
  /** What ends the requests that are let in. */
  const over: (() => void)[] = [];
  const decide = (asking: Partial<Asking<AskedModel>> = {}) =>
    admissions.admit({
      holder: STRANGER,
      addressOf: () => '192.0.2.1',
      model: BASIC,
      whenOver: (then) => over.push(then),
      ...asking,
    });
  const codeOf = async (asking?: Partial<Asking<AskedModel>>) => {
    const decision = await decide(asking);
    if (decision.admitted !== undefined) return 'admitted';
    expect(decision.refusal).toBeInstanceOf(GatewayError);
    return (decision.refusal as GatewayError).code;
  };
  const leftOf = async (holder = STRANGER) => (await admissions.limitsOf(holder)).windows[0]?.remaining;
  return {
    ...admissions,
    counts,
    decide,
    codeOf,
    leftOf,
    end: () => {
      for (const then of over.splice(0)) then();
    },
  };
}

describe('an admitted request', () => {
  it('takes a place, and says so', async () => {
    const { decide, leftOf } = await open();
    const { allowance } = await decide();
    expect(allowance?.windows[0]?.remaining).toBe(2);
    expect(await leftOf()).toBe(2);
  });

  it.each([
    [400, 'bad_request', 3],
    [401, 'api_key_invalid', 3],
    [429, 'provider_rate_limited', 3],
    [502, 'provider_failed', 2],
    [504, 'provider_timeout', 2],
  ] as const)('that ends with %i (%s) leaves %i places', async (status, code, left) => {
    const { decide, leftOf, counts } = await open();
    counts.acceptedKeys.record(STRANGER.caller.id);
    const { admitted } = await decide();
    const error = new GatewayError(code);
    expect(error.status).toBe(status);
    expect(await admitted?.failed(error)).toBe(left === 3);
    expect(admitted?.allowance().windows[0]?.remaining).toBe(left);
    expect(await leftOf()).toBe(left);
  });

  it('whose caller left counts where its key is known, and leaves nothing behind where not', async () => {
    const left = async (isKnown: boolean) => {
      const { decide, leftOf, counts } = await open();
      if (isKnown) counts.acceptedKeys.record(STRANGER.caller.id);
      await (await decide()).admitted?.failed(new Error('aborted'));
      return leftOf();
    };
    expect(await left(true)).toBe(2);
    expect(await left(false)).toBe(3);
  });

  it('counts for good once a provider has answered, or has failed, whatever comes then', async () => {
    const leftAfter = async (first: 'accepted' | 'failed', then: unknown) => {
      const { decide, leftOf } = await open();
      const { admitted } = await decide();
      if (first === 'accepted') admitted?.accepted();
      else await admitted?.failed(new GatewayError('provider_failed'));
      await admitted?.failed(then);
      return leftOf();
    };
    expect(await leftAfter('accepted', new Error('aborted'))).toBe(2);
    expect(await leftAfter('accepted', new GatewayError('provider_rate_limited'))).toBe(2);
    expect(await leftAfter('failed', new GatewayError('provider_rate_limited'))).toBe(2);
  });

  it('that a provider answered makes its caller accepted, unless nobody looked at the key', async () => {
    const { decide, counts } = await open();
    const { id } = STRANGER.caller;
    const keyless = await decide({ model: KEYLESS });
    keyless.admitted?.accepted();
    expect(counts.acceptedKeys.acceptedLately(id)).toBe(false);
    const { admitted } = await decide();
    expect(admitted?.isAccepted).toBe(false);
    admitted?.accepted();
    expect(counts.acceptedKeys.acceptedLately(id)).toBe(true);
    expect((await decide()).admitted?.isAccepted).toBe(true);
  });
});

describe('a plan', () => {
  it.each([
    ['basic', true, [], 'admitted'],
    ['standard', true, [], 'model_not_in_plan'],
    ['basic', false, [], 'model_not_in_plan'],
    ['basic', true, [modelOf('premium')], 'model_not_in_plan'],
    ['basic', true, [modelOf('basic', { listed: false })], 'model_not_in_plan'],
    ['standard', true, [BASIC], 'model_not_in_plan'],
    ['basic', true, [BASIC], 'admitted'],
  ] as const)('must include the dearest: %s, listed %s, and %j', async (tier, listed, others, code) => {
    const { codeOf, leftOf } = await open();
    expect(await codeOf({ model: modelOf(tier, { listed }), others })).toBe(code);
    expect(await leftOf()).toBe(code === 'admitted' ? 2 : 3);
  });

  it('includes a request that asks no model', async () => {
    const { codeOf } = await open();
    expect(await codeOf({ model: undefined, others: [modelOf('premium')] })).toBe('admitted');
  });

  it('has its last place taken by one request, and the next refused with the state', async () => {
    const { decide } = await open({ plan: { name: 'one', perHour: 1, models: 'all' } });
    expect((await decide()).admitted).toBeDefined();
    const { admitted, allowance } = await decide();
    expect(admitted).toBeUndefined();
    expect(allowance?.windows[0]?.remaining).toBe(0);
  });

  it('says what a model may be used for, spending nothing', async () => {
    const { mayUse, leftOf } = await open();
    expect(mayUse(STRANGER, BASIC)).toBe(true);
    expect(mayUse(STRANGER, modelOf('standard'))).toBe(false);
    expect(mayUse(ISSUED, BASIC)).toBe(true);
    expect((await open({ refuses: 'requireModels' })).mayUse(ISSUED, BASIC)).toBe(false);
    expect((await open({ refuses: 'requireModels' })).mayUse(STRANGER, BASIC)).toBe(true);
    expect(await leftOf()).toBe(3);
  });
});

describe('an issued key', () => {
  it('that may not use a model is refused before a place is taken', async () => {
    const { decide, leftOf } = await open({ refuses: 'requireModels' });
    await expect(decide({ holder: ISSUED })).rejects.toMatchObject({ code: 'model_not_in_plan' });
    expect(await leftOf(ISSUED)).toBe(3);
  });

  it('whose budget is used up gives its place back, and may do what asks no model', async () => {
    const { codeOf, leftOf } = await open({ refuses: 'requireRoom' });
    expect(await codeOf({ holder: ISSUED })).toBe('insufficient_quota');
    expect(await leftOf(ISSUED)).toBe(3);
    expect(await codeOf({ holder: ISSUED, model: undefined })).toBe('admitted');
    expect(await codeOf({ holder: STRANGER })).toBe('admitted');
  });

  it('that is outside the plan is refused for that first', async () => {
    const { codeOf } = await open({ refuses: 'requireRoom' });
    expect(await codeOf({ holder: ISSUED, model: modelOf('standard') })).toBe('model_not_in_plan');
  });
});

describe('open requests of one caller', () => {
  it('are so many at once; the next is refused and counts nothing, until one is over', async () => {
    const { codeOf, leftOf, counts, end } = await open({ openRequests: 1 });
    counts.acceptedKeys.record(STRANGER.caller.id);
    expect(await codeOf()).toBe('admitted');
    expect(await codeOf()).toBe('too_many_open_requests');
    expect(await leftOf()).toBe(2);
    end();
    expect(await codeOf()).toBe('admitted');
  });
});

describe('a key that nobody has accepted', () => {
  it('is refused at an address that has tried too many, and its place given back', async () => {
    const { decide, codeOf, leftOf } = await open();
    await (await decide()).admitted?.failed(new GatewayError('api_key_invalid'));
    expect(await codeOf({ holder: holderOf('sk-other') })).toBe('address_limit_reached');
    expect(await leftOf(holderOf('sk-other'))).toBe(3);
    expect(await codeOf({ holder: holderOf('sk-other'), addressOf: () => '192.0.2.2' })).toBe('admitted');
  });

  it('counts for its address too where it had been known, and is not the address’s where another error came', async () => {
    const { decide, codeOf, counts } = await open();
    await (await decide()).admitted?.failed(new GatewayError('provider_failed'));
    expect(await codeOf({ holder: holderOf('sk-2') })).toBe('admitted');
    counts.acceptedKeys.record(STRANGER.caller.id);
    await (await decide()).admitted?.failed(new GatewayError('api_key_invalid'));
    expect(counts.failedKeys.begin('192.0.2.1', holderOf('sk-3').caller.id, () => {})).toEqual(
      expect.any(Number),
    );
  });

  it('is no attempt where another process knows it to be good', async () => {
    const { decide, counts } = await open({ isKnownElsewhere: true });
    counts.failedKeys.record('192.0.2.1');
    expect((await decide()).admitted?.isAccepted).toBe(true);
  });

  it('waits while another of its address is under way, and is let in once that is over', async () => {
    const { codeOf, end } = await open();
    await codeOf();
    let second: string | undefined;
    const waiting = codeOf({ holder: holderOf('sk-2') }).then((code) => {
      second = code;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(second).toBeUndefined();
    end();
    await waiting;
    expect(second).toBe('admitted');
  });
});

describe('a provider without keys', () => {
  const TWO = [holderOf('sk-1'), holderOf('sk-2')] as const;
  const admitBoth = async (setting: Setting, record = false) => {
    const { codeOf, counts } = await open({ openRequests: 1, ...setting });
    if (record) for (const { caller } of TWO) counts.acceptedKeys.record(caller.id);
    return [
      await codeOf({ holder: TWO[0], model: KEYLESS }),
      await codeOf({ holder: TWO[1], model: KEYLESS }),
    ];
  };

  it('is asked by an address as by one caller, however many keys it makes up', async () => {
    expect(await admitBoth({})).toEqual(['admitted', 'too_many_open_requests']);
  });

  it('is asked by each caller for itself who is accepted, listed, or the operator', async () => {
    const each = ['admitted', 'admitted'];
    expect(await admitBoth({}, true)).toEqual(each);
    expect(await admitBoth({ isListed: true })).toEqual(each);
    expect(await admitBoth({ isPrivate: true })).toEqual(each);
  });
});
