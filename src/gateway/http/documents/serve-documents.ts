/** POST /v1/documents: a file or a link as plain text, to be checked by POST /v1/claims. Nothing of it is kept. */
import type { FastifyRequest } from 'fastify';
import { DocumentRefused, type ReadableDocument } from '../../../documents/document.ts';
import type { Documents } from '../../../documents/documents.ts';
import { PageFailed } from '../../../documents/fetch-page.ts';
import { ReaderBusy } from '../../../documents/open-reader.ts';
import { GatewayError, ValidationError } from '../../../domain/errors.ts';
import type { RequestCounts } from '../../admission/request-counts.ts';
import { type CheckKey, OPTIONAL_KEY } from '../admission/check-optional-key.ts';
import type { Gate } from '../admission/gate.ts';
import { sendJson } from '../answer/send-json.ts';
import { FileBody, readFileBodies } from '../body/file-body.ts';
import { validate } from '../body/validate.ts';
import { documentBody, documentResponses, linkSchema, nameSchema } from '../document-schema.ts';
import type { OpenRequests } from '../server/open-requests.ts';
import type { Server } from '../server/server.ts';

interface DocumentsRouteOptions {
  readonly gate: Pick<Gate, 'addressOf'>;
  readonly checkKey: CheckKey;
  readonly takeDocument: RequestCounts['takeDocument'];
  readonly documents: Documents;
  readonly openRequests: OpenRequests;
}

type Opened = ReadableDocument & { readonly url?: string };

export async function serveDocuments(server: Server, options: DocumentsRouteOptions): Promise<void> {
  const { documents } = options;

  const openLink = (body: unknown, signal: AbortSignal): Promise<Opened> => {
    const { url } = validate(linkSchema, body);
    if (documents.readLink === undefined)
      throw new GatewayError('links_not_fetched', undefined, { param: 'url' });
    return documents.readLink(url, signal);
  };
  const openFile = ({ bytes }: FileBody, request: FastifyRequest, signal: AbortSignal): Promise<Opened> => {
    if (bytes.length === 0)
      throw new ValidationError([{ loc: ['body'], msg: 'Field required', type: 'missing' }]);
    const { name } = validate(nameSchema, request.query, [], 'query');
    const type = request.headers['content-type'];
    return documents.read(
      { bytes, ...(type === undefined ? {} : { type }), ...(name === undefined ? {} : { name }) },
      signal,
    );
  };

  await server.register(async (scope) => {
    readFileBodies(scope);
    scope.post(
      '/v1/documents',
      {
        schema: {
          summary: 'Read a document or a page as plain text',
          operationId: 'readDocument',
          description:
            'PDF, DOCX, HTML, Markdown and plain text, at most 5 MB. Limited per address; not counted as a request of the plan.',
          tags: ['Claims'],
          security: OPTIONAL_KEY,
          querystring: nameSchema,
          body: documentBody,
          response: documentResponses,
        },
      },
      async (request, reply) => {
        const { body } = request;
        if (!(body instanceof FileBody)) validate(linkSchema, body);
        options.checkKey(request);
        const wait = await options.takeDocument(options.gate.addressOf(request));
        if (wait !== undefined) {
          throw new GatewayError('address_limit_reached', undefined, { retryAfter: String(wait) });
        }
        const signal = options.openRequests.signalOf(reply.raw);
        const opened = body instanceof FileBody ? openFile(body, request, signal) : openLink(body, signal);
        return sendJson(reply, format(await opened.catch(explainDocument)));
      },
    );
  });
}

function format({ kind, text, title, author, date, url }: Opened) {
  const about = { title: title ?? null, author: author ?? null, date: date ?? null, url: url ?? null };
  return { object: 'document', kind, text, ...about };
}

/** @throws GatewayError where a document or a page could not be read; the error itself where it is another. */
export function explainDocument(error: unknown): never {
  if (error instanceof DocumentRefused) throw new GatewayError('document_refused', error.message);
  if (error instanceof PageFailed)
    throw new GatewayError('page_failed', error.message, { cause: error.cause });
  if (error instanceof ReaderBusy)
    throw new GatewayError('over_capacity', error.message, { retryAfter: '2' });
  throw error;
}
