/** /admin/v1/corpus: the operator's own documents, which claims are checked against. */
import type { FastifyRequest } from 'fastify';
import { faultAt, GatewayError, ValidationError } from '../../../domain/errors.ts';
import type { Actor } from '../../admin/auditor.ts';
import { type CorpusManagement, describeDocument } from '../../admin/manage-corpus.ts';
import { FileBody, readFileBodies } from '../body/file-body.ts';
import { validate, withNumber } from '../body/validate.ts';
import { explainDocument } from '../documents/serve-documents.ts';
import { leavingSignal } from '../server/leaving-signal.ts';
import type { Server } from '../server/server.ts';
import { operatorOf } from './admin-access.ts';
import {
  adminResponses,
  corpusAddQuery,
  corpusDocumentQuery,
  corpusFileBody,
  corpusLinkSchema,
  corpusSearchQuery,
  documentsQuery,
} from './admin-schema.ts';
import { listPage, PAGE } from './paging.ts';

/** What came of a file or a link. */
export interface CorpusAddition {
  readonly added: number;
  readonly replaced: number;
  /** Were there as they are. */
  readonly unchanged: number;
  readonly passages: number;
  /** Lines of JSON Lines that were left out. */
  readonly failed: number;
  /** The first of those. */
  readonly faults: readonly { readonly line: number; readonly reason: string }[];
}

/** '' is the collection without a name. All throw DocumentRefused, PageFailed or ReaderBusy. */
export interface CorpusFilling {
  addFile(
    collection: string,
    file: { readonly bytes: Uint8Array; readonly name: string; readonly type?: string },
    actor: Actor,
    signal: AbortSignal,
  ): Promise<CorpusAddition>;
  addLink(collection: string, address: string, actor: Actor, signal: AbortSignal): Promise<CorpusAddition>;
}

export interface CorpusRoutesOptions {
  readonly corpus: CorpusManagement &
    CorpusFilling & {
      /** Whether config has links fetched. */
      readonly followsLinks: boolean;
    };
}

const tags = ['Corpus'];
/** Passages of a search unless the request says otherwise. */
const HITS = 10;

export async function serveCorpus(server: Server, { corpus }: CorpusRoutesOptions): Promise<void> {
  server.get(
    '/admin/v1/corpus',
    {
      schema: {
        summary: 'Collections of documents',
        operationId: 'listCollections',
        tags,
        response: adminResponses.collections,
      },
    },
    async () => ({ object: 'list' as const, data: await corpus.collections(), next: null }),
  );

  server.get(
    '/admin/v1/corpus/documents',
    {
      schema: {
        summary: 'Documents of a collection',
        operationId: 'listDocuments',
        tags,
        querystring: documentsQuery,
        response: adminResponses.documents,
      },
    },
    async (request) => {
      const query = validate(documentsQuery, withNumber(request.query, 'limit'), [], 'query');
      const { collection = '', limit = PAGE, after, contains } = query;
      const found = await corpus.page(collection, {
        limit: limit + 1,
        after: after === undefined ? undefined : Number(after),
        contains,
      });
      return listPage(found, limit, describeDocument, ({ key }) => String(key));
    },
  );

  server.get(
    '/admin/v1/corpus/search',
    {
      schema: {
        summary: 'Passages as a claim would find them',
        operationId: 'searchDocuments',
        tags,
        querystring: corpusSearchQuery,
        response: adminResponses.passages,
      },
    },
    async (request, reply) => {
      const query = validate(corpusSearchQuery, withNumber(request.query, 'limit'), [], 'query');
      const { collection = '', limit = HITS, query: text } = query;
      const hits = await corpus.search(collection, text, limit, leavingSignal(reply));
      const data = hits.map(({ id, title, url, published, text: passage, score, similarity }) => ({
        ...{ id, title, url: url === '' ? null : url, published: published ?? null, text: passage, score },
        similarity: similarity ?? null,
      }));
      return { object: 'list' as const, data, next: null };
    },
  );

  server.delete(
    '/admin/v1/corpus/documents',
    {
      config: { audited: 'corpus.remove' },
      schema: {
        summary: 'Remove a document',
        operationId: 'removeDocument',
        tags,
        querystring: corpusDocumentQuery,
        response: adminResponses.documentRemoved,
      },
    },
    async (request, reply) => {
      const { collection = '', id } = validate(corpusDocumentQuery, request.query, [], 'query');
      if (!(await corpus.remove(collection, id, operatorOf(request).actor))) {
        throw new GatewayError('not_found', 'No such document');
      }
      return reply.code(204).send();
    },
  );

  await server.register(async (scope) => {
    readFileBodies(scope);
    scope.post(
      '/admin/v1/corpus/documents',
      {
        config: { audited: 'corpus.add' },
        schema: {
          summary: 'Add a file or a page; a document with the same id is replaced',
          description:
            'PDF, DOCX, HTML, Markdown, plain text, or JSON Lines of `{id, title, url, text, published}`, at most 5 MB. The id of a file is its name, that of a page its address.',
          operationId: 'addDocument',
          tags,
          querystring: corpusAddQuery,
          body: corpusFileBody,
          response: adminResponses.documentAdded,
        },
      },
      async (request, reply) => {
        const { collection = '', name } = validate(corpusAddQuery, request.query, [], 'query');
        const { actor } = operatorOf(request);
        const signal = leavingSignal(reply);
        const adding =
          request.body instanceof FileBody
            ? corpus.addFile(collection, fileOf(request, request.body, name), actor, signal)
            : addLink(collection, request.body, actor, signal);
        const added = await adding.catch(explainDocument);
        return reply.code(201).send({ object: 'addition', ...added });
      },
    );
  });

  async function addLink(collection: string, body: unknown, actor: Actor, signal: AbortSignal) {
    const { url } = validate(corpusLinkSchema, body);
    if (!corpus.followsLinks) throw new GatewayError('links_not_fetched', undefined, { param: 'url' });
    return corpus.addLink(collection, url, actor, signal);
  }
}

/** @throws ValidationError where there is no file, or it has no name. */
function fileOf({ headers }: FastifyRequest, { bytes }: FileBody, name: string | undefined) {
  if (bytes.length === 0)
    throw new ValidationError([{ loc: ['body'], msg: 'Field required', type: 'missing' }]);
  if (name === undefined || name.trim() === '') throw faultAt('query', 'name', 'a file needs a name');
  const type = headers['content-type'];
  return { bytes, name: name.trim(), ...(type === undefined ? {} : { type }) };
}
