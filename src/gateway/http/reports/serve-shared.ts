/** /v1/shared-checks: checks that several people decide on. Its maker shares it; whoever has the address takes part. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { GatewayError } from '../../../domain/errors.ts';
import type {
  CheckShelf,
  CodedCheck,
  EntryChange,
  ListedCheck,
  NewCheck,
  OpenedEntries,
  Versions,
} from '../../reports/share-checks.ts';
import { listPage, PAGE } from '../admin/paging.ts';
import { validate, withNumber } from '../body/validate.ts';
import type { Server } from '../server/server.ts';
import { isKnown } from './known-tag.ts';
import { type ReportAddresses, secondsOf } from './report-addresses.ts';
import { reportListQuery } from './report-schema.ts';
import type { Publishers } from './require-publisher.ts';
import {
  type EntriesBody,
  entriesDocs,
  entriesSchema,
  openedDocs,
  sharedAgainDocs,
  sharedDocs,
  sharedListDocs,
  sharedSchema,
  stoppedDocs,
  writtenDocs,
} from './shared-schema.ts';

export interface SharedRouteOptions {
  readonly checks: CheckShelf;
  readonly publishers: Publishers;
  readonly addresses: Pick<ReportAddresses, 'baseOf'>;
  /** Whether whoever takes part needs a key of the gateway's too. */
  readonly needKey: boolean;
}

const tags = ['Shared checks'];
const params = z.object({ code: z.string().meta({ description: 'The code of the shared check.' }) });

export function serveShared(server: Server, options: SharedRouteOptions): void {
  const { checks, publishers, addresses, needKey } = options;
  /** @throws GatewayError 401 */
  const admit = async (request: FastifyRequest): Promise<void> => {
    if (needKey) await publishers.requireKnown(request);
  };
  const describe = (request: FastifyRequest, { code, ...check }: CodedCheck) => ({
    ...describeListed(check),
    code,
    url: `${addresses.baseOf(request)}/#/check/${SHARED}${code}`,
  });

  server.post(
    '/v1/shared-checks',
    {
      schema: {
        summary: 'Share a check',
        description:
          'For callers whose plan includes publishing. Whoever has its `url` reads it, decides claims and writes notes, until it is no longer shared. It is kept for `reports.shared_days` after its last change.',
        operationId: 'shareCheck',
        tags,
        body: sharedSchema,
        response: sharedDocs,
      },
    },
    async (request, reply) => {
      const check = readCheck(request.body);
      const shared = await checks.share(await publishers.requirePublisher(request), check);
      return reply.code(201).send(describe(request, shared));
    },
  );

  server.post(
    '/v1/shared-checks/:code',
    {
      schema: {
        summary: 'Replace the content of a shared check',
        description: 'What people said of claims that are still there stays.',
        operationId: 'replaceSharedCheck',
        tags,
        params,
        body: sharedSchema,
        response: sharedAgainDocs,
      },
    },
    async (request) => {
      const check = readCheck(request.body);
      const replaced = await checks.replace(
        await publishers.requirePublisher(request),
        codeOf(request),
        check,
      );
      if (replaced === undefined) throw notShared();
      return describe(request, replaced);
    },
  );

  server.get(
    '/v1/shared-checks',
    {
      schema: {
        summary: 'Checks that are shared with the key',
        operationId: 'listSharedChecks',
        tags,
        querystring: reportListQuery,
        response: sharedListDocs,
      },
    },
    async (request) => {
      const query = withNumber(request.query, 'limit');
      const { limit = PAGE, after } = validate(reportListQuery, query, [], 'query');
      const found = await checks.list({ makers: publishers.makersOf(request), limit: limit + 1, after });
      return listPage(found, limit, describeListed, ({ id }) => id);
    },
  );

  server.delete(
    '/v1/shared-checks/:code',
    {
      schema: {
        summary: 'Stop sharing a check',
        description:
          'By its code, or by its id in the list. Nobody can open it any more, and nothing of it is kept at the gateway.',
        operationId: 'stopSharing',
        tags,
        params,
        response: stoppedDocs,
      },
    },
    async (request) => {
      const code = codeOf(request);
      if (!(await checks.stop(publishers.makersOf(request), code))) throw notShared();
      return { code, object: 'shared_check' as const, deleted: true as const };
    },
  );

  server.get(
    '/v1/shared-checks/:code',
    {
      schema: {
        summary: 'Open a shared check',
        operationId: 'openSharedCheck',
        tags,
        security: [],
        params,
        response: openedDocs,
      },
    },
    async (request, reply) => {
      await admit(request);
      const code = codeOf(request);
      if (await isAsItWas(request, reply, code)) return reply.code(304).send();
      const check = await checks.read(code);
      if (check === undefined) throw withoutCaching(reply);
      reply.header('etag', tagOf(check));
      return { ...describe(request, check), content: JSON.parse(check.content) as object, ...sayAll(check) };
    },
  );

  server.get(
    '/v1/shared-checks/:code/entries',
    {
      schema: {
        summary: 'What people say of a shared check',
        description:
          'Asked for every few seconds with `If-None-Match`, it shows what the others decide while they do.',
        operationId: 'listSharedEntries',
        tags,
        security: [],
        params,
        response: entriesDocs,
      },
    },
    async (request, reply) => {
      await admit(request);
      const code = codeOf(request);
      if (await isAsItWas(request, reply, code)) return reply.code(304).send();
      const entries = await checks.entries(code);
      if (entries === undefined) throw withoutCaching(reply);
      reply.header('etag', tagOf(entries));
      return sayAll(entries);
    },
  );

  server.post(
    '/v1/shared-checks/:code/entries',
    {
      schema: {
        summary: 'Say something of a shared check',
        description:
          "One person's verdicts and notes, one for each claim. They replace what the same person said of these claims, and nobody else's.",
        operationId: 'writeSharedEntries',
        tags,
        security: [],
        params,
        body: entriesSchema,
        response: writtenDocs,
      },
    },
    async (request, reply) => {
      const body = validate(entriesSchema, request.body);
      await admit(request);
      const code = codeOf(request);
      const you = await checks.write(code, body.person, changesOf(body));
      const entries = you === undefined ? undefined : await checks.entries(code);
      if (entries === undefined) throw withoutCaching(reply);
      reply.headers({ etag: tagOf(entries), 'cache-control': 'no-store' });
      return { ...sayAll(entries), you };
    },
  );

  /** Says how the answer may be kept, whatever it is. */
  const isAsItWas = async (request: FastifyRequest, reply: FastifyReply, code: string): Promise<boolean> => {
    const versions = await checks.versions(code);
    if (versions === undefined) throw withoutCaching(reply);
    reply.headers({ etag: tagOf(versions), 'cache-control': 'private, no-cache' });
    return isKnown(request.headers['if-none-match'], tagOf(versions));
  };
}

/** Before the code in the page's addresses, so that it is not taken for a check of the browser's own. */
const SHARED = 'shared-';
const describeListed = ({ id, claims, bytes, createdAt, changedAt, expiresAt }: ListedCheck) => ({
  ...{ id, object: 'shared_check' as const, claims, bytes },
  created_at: secondsOf(createdAt),
  changed_at: secondsOf(changedAt),
  expires_at: secondsOf(expiresAt),
});
const tagOf = ({ version }: Versions): string => `"${version}"`;
const codeOf = (request: FastifyRequest): string => (request.params as { readonly code: string }).code;

export function notShared(): GatewayError {
  return new GatewayError('not_found', 'No such shared check');
}

function withoutCaching(reply: FastifyReply): GatewayError {
  reply.removeHeader('etag').header('cache-control', 'no-store');
  return notShared();
}

/** @throws ValidationError with every fault. */
function readCheck(body: unknown): NewCheck {
  const content = validate(sharedSchema, body);
  return { claims: content.claims.length, content: JSON.stringify(content) };
}

function changesOf({ name, entries }: EntriesBody): EntryChange[] {
  return entries.map(({ claim, verdict, ...said }) => ({
    claim,
    content: verdict === null ? undefined : JSON.stringify({ name, verdict, ...said }),
  }));
}

function sayAll({ contentVersion, entries }: OpenedEntries) {
  return {
    content_version: contentVersion,
    entries: entries.map(({ person, claim, content }) => ({
      ...{ person, claim },
      ...(JSON.parse(content) as object),
    })),
  };
}
