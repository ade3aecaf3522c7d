/** /admin/v1/keys: keys that the gateway issues. */

import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ApiKey } from '../../../domain/api-key.ts';
import type { Catalogue } from '../../../domain/catalogue.ts';
import { type FieldFault, faultAt, GatewayError, ValidationError } from '../../../domain/errors.ts';
import { withoutUndefined } from '../../../domain/without-undefined.ts';
import { valueFault } from '../../../models/dialects/field-faults.ts';
import { resolveModel } from '../../../models/providers/resolve-model.ts';
import { describeKey, describeKeyWithUse, EXPIRY_RULE, parseExpiry } from '../../admin/key-terms.ts';
import type { Issued, KeyManagement, TermsChange } from '../../admin/manage-keys.ts';
import type { TeamManagement } from '../../admin/manage-teams.ts';
import type { createHolderUse } from '../../admin/read-holder-use.ts';
import { NO_SUCH_TEAM } from '../../admin/team-terms.ts';
import { validate, withNumber } from '../body/validate.ts';
import type { Server } from '../server/server.ts';
import { operatorOf } from './admin-access.ts';
import { adminResponses, importSchema, keysQuery, type TermsBody, termsSchema } from './admin-schema.ts';
import { listPage, PAGE } from './paging.ts';
import { given, type Place, readHolderTerms, type TermsOptions } from './read-holder-terms.ts';

export interface KeyRoutesOptions extends TermsOptions {
  readonly keys: KeyManagement;
  readonly teams: Pick<TeamManagement, 'find' | 'findAll'>;
  readonly useOf: ReturnType<typeof createHolderUse>;
  readonly catalogue: () => Catalogue;
  /** Bytes that are the same for the same request of the same operator. */
  readonly repeatable: (operatorKey: Pick<ApiKey, 'reveal'>, name: string) => (bytes: number) => Buffer;
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
  const readTerms = async (bodies: readonly TermsBody[], placeOf: (index: number) => Place = () => []) => {
    const teams = await options.teams.findAll(bodies.map(({ team }) => team));
    const all = bodies.map((body, index) => toTerms(body, placeOf(index), teams, options));
    const faults = all.flatMap((each) => each.faults);
    if (faults.length > 0) throw new ValidationError(faults);
    return all.map(({ terms }) => terms);
  };
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
      const [terms] = await readTerms([validate(termsSchema, request.body)]);
      const [issued] = await keys.issue([withoutUndefined(terms!)], operatorOf(request).actor, repeatable);
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
      const all = await readTerms(body.keys, (index) => ['keys', index]);
      const issued = await keys.issue(all.map(withoutUndefined), operatorOf(request).actor, repeatable);
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
      const { limit = PAGE, after, state, team: named } = validate(keysQuery, query, [], 'query');
      const team = named === undefined ? undefined : await options.teams.find(named);
      if (named !== undefined && team === undefined) throw faultAt('query', 'team', NO_SUCH_TEAM);
      const found = await keys.page({
        limit: limit + 1,
        ...(after === undefined ? {} : { after: after.slice(0, 64) }),
        ...(state === undefined ? {} : { state }),
        ...(team === undefined ? {} : { team: team.id }),
      });
      const useOf = await options.useOf(found.slice(0, limit));
      return listPage(
        found,
        limit,
        (key) => describeKeyWithUse(key, now(), useOf(key)),
        ({ id }) => id,
      );
    },
  );

  server.get(
    '/admin/v1/keys/:id',
    { schema: { summary: 'One key', operationId: 'readKey', tags, params, response: adminResponses.key } },
    async (request) => {
      const id = idOf(request);
      const key = await keys.get(id);
      if (key === undefined) throw notThere();
      return describeKeyWithUse(key, now(), (await options.useOf([key]))(key));
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
      const [terms] = await readTerms([validate(termsSchema, request.body)]);
      const key = await keys.change(idOf(request), terms!, operatorOf(request).actor);
      if (key === undefined) throw notThere();
      return describe(key);
    },
  );

  server.post(
    '/admin/v1/keys/:id/rotate',
    {
      config: { audited: 'key.rotate' },
      schema: {
        summary: 'Give a key another secret',
        description:
          'The secret before is refused at once, by every replica within a second. Id, terms and what was used of its budgets stay. Sent again, it makes yet another one.',
        operationId: 'rotateKey',
        tags,
        params,
        response: adminResponses.rotated,
      },
    },
    async (request) => {
      const rotated = await keys.rotate(idOf(request), operatorOf(request).actor);
      if (rotated === undefined) throw notThere();
      return describeNew(rotated);
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
  place: Place,
  teams: Awaited<ReturnType<TeamManagement['findAll']>>,
  options: TermsOptions & Pick<KeyRoutesOptions, 'catalogue' | 'now'>,
): { readonly terms: TermsChange; readonly faults: readonly FieldFault[] } {
  const faults: FieldFault[] = [];
  const fault = (field: Place, problem: string): void =>
    void faults.push(valueFault([...place, ...field], problem));
  if (body.team != null && !teams.has(body.team)) fault(['team'], NO_SUCH_TEAM);
  const shared = readHolderTerms(body, place, options);
  faults.push(...shared.faults);
  for (const [index, id] of (body.models ?? []).entries()) {
    if (resolveModel(options.catalogue(), id) === undefined)
      fault(['models', index], 'there is no such model');
  }
  const expiresAt = body.expires == null ? undefined : parseExpiry(body.expires, options.now());
  if (body.expires != null && expiresAt === undefined) fault(['expires'], EXPIRY_RULE);
  const terms = {
    ...shared.terms,
    ...given('team', body.team, (named) => teams.get(named)?.id),
    ...given('models', body.models),
    ...given('expiresAt', body.expires, () => expiresAt),
  };
  return { terms, faults };
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
