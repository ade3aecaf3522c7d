/** /admin/v1/keys: keys that the gateway issues. */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ApiKey } from '../../../domain/api-key.ts';
import type { Catalogue } from '../../../domain/catalogue.ts';
import { type FieldFault, GatewayError, ValidationError } from '../../../domain/errors.ts';
import { valueFault } from '../../../models/dialects/field-faults.ts';
import { resolveModel } from '../../../models/providers/resolve-model.ts';
import { describeKey, EXPIRY_RULE, nanosOf, parseExpiry } from '../../admin/key-terms.ts';
import type { Issued, KeyManagement, TermsChange } from '../../admin/manage-keys.ts';
import { validate, withNumber } from '../body/validate.ts';
import type { Server } from '../server/server.ts';
import { operatorOf } from './admin-access.ts';
import { adminResponses, importSchema, keysQuery, type TermsBody, termsSchema } from './admin-schema.ts';
import { faultAt, listPage, PAGE } from './paging.ts';

export interface KeyRoutesOptions {
  readonly keys: KeyManagement;
  /** What a key has used this month. */
  readonly usedBy: (id: string) => Promise<{ readonly tokens: number; readonly nanos: number }>;
  /** The plans that there are at the moment. */
  readonly plans: () => readonly string[];
  readonly catalogue: () => Catalogue;
  /** Bytes that are the same for the same request of the same operator. */
  readonly repeatable: (adminKey: ApiKey, name: string) => (bytes: number) => Buffer;
  /** Unix milliseconds. */
  readonly now: () => number;
}

const tags = ['Keys'];
const params = z.object({ id: z.string() });
const idempotency = z.object({
  'idempotency-key': z.string().optional().meta({
    description:
      'Sent again with the same one within a day, the request issues nothing new and gets the same answer.',
  }),
});
const LONGEST_IDEMPOTENCY_KEY = 255;

export function serveKeys(server: Server, options: KeyRoutesOptions): void {
  const { keys, now } = options;
  const describe = (key: Parameters<typeof describeKey>[0]) => describeKey(key, now());
  const describeNew = ({ key, record }: Issued) => ({ ...describe(record), key });
  const readTerms = (body: TermsBody, place: readonly (string | number)[] = []) =>
    toTerms(body, place, options);
  const repeatableFor = (request: FastifyRequest) => {
    const name = request.headers['idempotency-key'];
    if (name === undefined) return undefined;
    if (typeof name !== 'string' || name === '' || name.length > LONGEST_IDEMPOTENCY_KEY) {
      throw faultAt('header', 'idempotency-key', 'must have 1 to 255 characters');
    }
    return () => options.repeatable(operatorOf(request).key, name);
  };

  server.post(
    '/admin/v1/keys',
    {
      config: { audited: 'key.issue' },
      schema: {
        summary: 'Issue a key',
        operationId: 'issueKey',
        tags,
        headers: idempotency,
        body: termsSchema,
        response: adminResponses.issued,
      },
    },
    async (request, reply) => {
      const repeatable = repeatableFor(request);
      const { terms, faults } = readTerms(validate(termsSchema, request.body));
      refuse(faults);
      const [issued] = await keys.issue([withoutUndefined(terms)], operatorOf(request).actor, repeatable);
      return reply.code(201).send(describeNew(issued!));
    },
  );

  server.post(
    '/admin/v1/keys/import',
    {
      config: { audited: 'key.issue' },
      schema: {
        summary: 'Issue several keys, all or none',
        operationId: 'importKeys',
        tags,
        headers: idempotency,
        body: importSchema,
        response: adminResponses.imported,
      },
    },
    async (request, reply) => {
      const repeatable = repeatableFor(request);
      const body = validate(importSchema, request.body);
      const all = body.keys.map((terms, index) => readTerms(terms, ['keys', index]));
      refuse(all.flatMap(({ faults }) => faults));
      const issued = await keys.issue(
        all.map(({ terms }) => withoutUndefined(terms)),
        operatorOf(request).actor,
        repeatable,
      );
      return reply.code(201).send(listPage(issued, issued.length, describeNew, ({ record }) => record.id));
    },
  );

  server.get(
    '/admin/v1/keys',
    {
      schema: {
        summary: 'Issued keys',
        operationId: 'listKeys',
        tags,
        querystring: keysQuery,
        response: adminResponses.keys,
      },
    },
    async (request) => {
      const query = withNumber(request.query, 'limit');
      const { limit = PAGE, after, state } = validate(keysQuery, query, [], 'query');
      const found = await keys.page({
        limit: limit + 1,
        ...(after === undefined ? {} : { after: after.slice(0, 64) }),
        ...(state === undefined ? {} : { state }),
      });
      return listPage(found, limit, describe, ({ id }) => id);
    },
  );

  server.get(
    '/admin/v1/keys/:id',
    { schema: { summary: 'One key', operationId: 'readKey', tags, params, response: adminResponses.key } },
    async (request) => {
      const id = idOf(request);
      const key = await keys.get(id);
      if (key === undefined) throw notThere();
      const { tokens, nanos } = await options.usedBy(id);
      return { ...describe(key), used: { tokens, usd: nanos / 1e9 } };
    },
  );

  server.patch(
    '/admin/v1/keys/:id',
    {
      config: { audited: 'key.change' },
      schema: {
        summary: 'Change a key',
        description: 'Fields that are absent stay as they are; `null` takes a value away.',
        operationId: 'changeKey',
        tags,
        params,
        body: termsSchema,
        response: adminResponses.changed,
      },
    },
    async (request) => {
      const { terms, faults } = readTerms(validate(termsSchema, request.body));
      refuse(faults);
      const key = await keys.change(idOf(request), terms, operatorOf(request).actor);
      if (key === undefined) throw notThere();
      return describe(key);
    },
  );

  server.delete(
    '/admin/v1/keys/:id',
    {
      config: { audited: 'key.revoke' },
      schema: {
        summary: 'Revoke a key',
        description: 'Every replica refuses it within a second. It stays listed.',
        operationId: 'revokeKey',
        tags,
        params,
        response: adminResponses.changed,
      },
    },
    async (request) => {
      const revoked = await keys.revoke(idOf(request), operatorOf(request).actor);
      if (revoked === undefined) throw notThere();
      return describe(revoked.key);
    },
  );
}

/** Reads terms that have the right types. Faults are listed, and not thrown: there may be several keys. */
function toTerms(
  body: TermsBody,
  place: readonly (string | number)[],
  { plans, catalogue, now }: Pick<KeyRoutesOptions, 'plans' | 'catalogue' | 'now'>,
): { readonly terms: TermsChange; readonly faults: readonly FieldFault[] } {
  const faults: FieldFault[] = [];
  const fault = (field: readonly (string | number)[], problem: string): void =>
    void faults.push(valueFault([...place, ...field], problem));
  if (body.plan != null && !plans().includes(body.plan)) {
    fault(['plan'], `there is no such plan; the plans are ${plans().join(', ')}`);
  }
  for (const [index, id] of (body.models ?? []).entries()) {
    if (resolveModel(catalogue(), id) === undefined) fault(['models', index], 'there is no such model');
  }
  const expiresAt = body.expires == null ? undefined : parseExpiry(body.expires, now());
  if (body.expires != null && expiresAt === undefined) fault(['expires'], EXPIRY_RULE);
  const terms = {
    plan: body.plan ?? undefined,
    models: body.models ?? undefined,
    expiresAt,
    tokensPerMonth: body.tokens_per_month ?? undefined,
    nanosPerMonth: body.dollars_per_month == null ? undefined : nanosOf(body.dollars_per_month),
    note: body.note ?? undefined,
  };
  const given = (Object.keys(NAMES) as (keyof typeof NAMES)[]).filter(
    (name) => body[NAMES[name]] !== undefined,
  );
  return { terms: Object.fromEntries(given.map((name) => [name, terms[name]])), faults };
}

/** What each part of a key's terms is called outside. */
const NAMES = {
  plan: 'plan',
  models: 'models',
  expiresAt: 'expires',
  tokensPerMonth: 'tokens_per_month',
  nanosPerMonth: 'dollars_per_month',
  note: 'note',
} as const;

function withoutUndefined(terms: TermsChange): Parameters<KeyManagement['issue']>[0][number] {
  return Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== undefined));
}

function refuse(faults: readonly FieldFault[]): void {
  if (faults.length > 0) throw new ValidationError(faults);
}

/** @throws GatewayError where no key can have this id: PostgreSQL refuses some characters as such. */
function idOf(request: FastifyRequest): string {
  const { id } = request.params as { id: string };
  if (!/^ik_[0-9a-f]{12}$/.test(id)) throw notThere();
  return id;
}

function notThere(): GatewayError {
  return new GatewayError('not_found', 'No such key');
}
