/** The page has words of its own, and a way out, for every error that the gateway knows. */
import { describe, expect, it } from 'vitest';
import { ERRORS, type ErrorCode } from '../../src/domain/errors.ts';
import { explainFailure, type WayOut } from '../../web/explain-failure.ts';
import { texts } from '../../web/texts.ts';

const WAYS: Readonly<Record<ErrorCode, WayOut>> = {
  api_key_required: 'key',
  api_key_invalid: 'key',
  api_key_revoked: 'key',
  session_ended: 'key',
  bad_request: 'settings',
  unknown_model: 'model',
  unsupported: 'settings',
  provider_rejected: 'settings',
  context_length_exceeded: 'fresh',
  provider_model_not_found: 'model',
  document_refused: 'retry',
  links_not_fetched: 'settings',
  model_not_in_plan: 'model',
  publishing_not_in_plan: 'key',
  account_shared: 'key',
  role_not_allowed: 'key',
  origin_not_allowed: 'reload',
  not_found: 'reload',
  model_not_listed: 'model',
  thread_not_found: 'fresh',
  response_not_found: 'fresh',
  method_not_allowed: 'reload',
  conflict: 'reload',
  precondition_failed: 'reload',
  body_too_large: 'fresh',
  not_json: 'reload',
  host_not_served: 'reload',
  invalid_body: 'settings',
  plan_limit_reached: 'retry',
  address_limit_reached: 'retry',
  too_many_open_requests: 'retry',
  provider_rate_limited: 'retry',
  budget_reserved: 'retry',
  insufficient_quota: 'key',
  internal: 'retry',
  provider_failed: 'retry',
  provider_cut_off: 'retry',
  answer_too_long_to_hold: 'retry',
  provider_unreachable: 'retry',
  page_failed: 'retry',
  provider_overloaded: 'retry',
  over_capacity: 'retry',
  draining: 'retry',
  unavailable: 'retry',
  provider_timeout: 'retry',
};

const explain = (code: ErrorCode) => {
  const { status, openai, detail } = ERRORS[code];
  return explainFailure({ status, code: openai ?? `status_${status}`, message: detail });
};

describe('explainFailure', () => {
  it.each(Object.keys(ERRORS) as ErrorCode[])('%s', (code) => {
    const { title, text, way } = explain(code);
    expect(title).toMatch(/^[A-Z“].*[^.]$/);
    expect(text).toMatch(/\.$/);
    expect(way).toBe(WAYS[code]);
    expect(texts.failures.actions[way]).toBeTruthy();
  });

  it('has a title of its own for each', () => {
    const titles = Object.keys(ERRORS).map((code) => explain(code as ErrorCode).title);
    expect(titles).toEqual([...new Set(titles)]);
  });

  it('says so where nothing answers, and where something unknown does', () => {
    expect(explainFailure({ status: 0, code: 'offline', message: '' })).toMatchObject({ way: 'retry' });
    expect(explainFailure({ status: 418, code: 'status_418', message: '' })).toMatchObject({
      way: 'settings',
    });
    expect(explainFailure({ status: 520, code: 'status_520', message: '' })).toMatchObject({ way: 'retry' });
  });
});
