/** GET /reports/{id}: a published report for readers, as a page; behind `.json`, `.md`, `.csv` and `.docx` as a file. */
import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { openDocxWriter } from '../../../docx/write-in-thread.ts';
import { GatewayError } from '../../../domain/errors.ts';
import { runInTurns } from '../../../domain/run-in-turns.ts';
import {
  writePublishedBody,
  writePublishedMarkdown,
  writePublishedPage,
} from '../../../engine/report/write-published.ts';
import { REPORT_STYLE, UNTITLED } from '../../../engine/report/write-report.ts';
import type { ReportShelf } from '../../reports/publish-reports.ts';
import { pageHeaders } from '../answer/page-headers.ts';
import type { Server } from '../server/server.ts';
import { isKnown } from './known-tag.ts';
import { openPublication } from './publication.ts';
import { notThere, type ReportAddresses } from './report-addresses.ts';
import { writeReportCsv } from './report-csv.ts';
import { type ReportContent, readerDocs } from './report-schema.ts';

export interface PublishedRouteOptions {
  readonly reports: Pick<ReportShelf, 'find' | 'read'>;
  readonly addresses: ReportAddresses;
  /** Whether search engines may list reports. */
  readonly index: boolean;
  /** Of the package: another one may write the same report otherwise. */
  readonly version: string;
}

type Opened = ReturnType<typeof openPublication>;

interface Form {
  readonly type: string;
  /** Step by step: others are served in between. */
  readonly write: (opened: Opened, content: ReportContent) => Generator<unknown, string, void>;
  /** Whether what is written becomes a Word document. */
  readonly docx?: true;
}

const FORMS: Readonly<Record<string, Form>> = {
  '': {
    type: 'text/html; charset=utf-8',
    write: ({ check, publication }) => writePublishedPage(check, publication),
  },
  '.md': {
    type: 'text/markdown; charset=utf-8',
    write: ({ check, publication }) => writePublishedMarkdown(check, publication),
  },
  '.json': { type: 'application/json; charset=utf-8', write: inOneGo(writeJson) },
  '.csv': { type: 'text/csv; charset=utf-8', write: inOneGo(({ check }) => writeReportCsv(check.claims)) },
  '.docx': {
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    write: ({ check, publication }) => writePublishedBody(check, publication),
    docx: true,
  },
};

/** Claims that are written in one go. */
const IN_ONE_GO = 10;
/** Characters or bytes of written reports that are remembered: many may read one at once. */
const REMEMBERED = 8 * 1024 * 1024;

interface Written {
  readonly file: string | Buffer;
  /** What a file is saved as. */
  readonly name: string;
  readonly indexed: boolean;
}

/** A page of others' texts: nothing runs or loads in it, and it sends nothing. */
const HEADERS = pageHeaders(
  `default-src 'none'; style-src 'sha256-${hash('sha256', REPORT_STYLE, 'base64')}'; form-action 'none'`,
);

export function servePublished(server: Server, options: PublishedRouteOptions): void {
  const { reports, addresses, index, version } = options;
  const remembered = new LRUCache<string, Written>({
    maxSize: REMEMBERED,
    sizeCalculation: ({ file }) => file.length + 1,
  });
  const documents = openDocxWriter();
  /** What is being written, so that many who ask for it at once wait for one. */
  const underWay = new Map<string, Promise<Written | undefined>>();

  /** @returns `undefined` where the report was taken back meanwhile. */
  const write = async (id: string, form: Form, base: string): Promise<Written | undefined> => {
    const report = await reports.read(id);
    if (report === undefined) return undefined;
    const { createdAt, changedAt } = report;
    const content = JSON.parse(report.content) as ReportContent;
    const opened = openPublication(content, {
      base,
      url: addresses.urlOf(base, id),
      createdAt,
      changedAt,
      index,
    });
    const { subject, indexed } = opened.publication;
    const { title = UNTITLED, by: author } = subject;
    const text = await runInTurns(form.write(opened, content), setImmediate, IN_ONE_GO);
    const name = `${title}.docx`;
    if (form.docx === undefined) return { file: text, name, indexed };
    const bytes = await documents.write(text, { title, author });
    if (bytes === undefined) {
      throw new GatewayError('unavailable', 'Too many documents are being written: ask again in a moment');
    }
    return { file: Buffer.from(bytes.buffer), name, indexed };
  };

  /** As {@link write}, remembered while the report is as it is. */
  const writeOnce = async (key: string, ...asked: Parameters<typeof write>): Promise<Written | undefined> => {
    const known = remembered.get(key);
    if (known !== undefined) return known;
    const started = underWay.get(key) ?? write(...asked).finally(() => underWay.delete(key));
    underWay.set(key, started);
    const written = await started;
    if (written !== undefined) remembered.set(key, written);
    return written;
  };

  server.get(
    '/reports/:name',
    {
      schema: {
        summary: 'Read a published report',
        description:
          'A page of HTML with ClaimReview for search engines. With `.json` behind its id it comes as JSON, with `.md` as Markdown, with `.csv` as a table of its claims, with `.docx` as a Word document.',
        operationId: 'readReport',
        tags: ['Reports'],
        security: [],
        params: z.object({ name: z.string().meta({ description: 'The id of the report.' }) }),
        response: readerDocs,
      },
    },
    async (request, reply) => {
      const { name } = request.params as { readonly name: string };
      const [, id = '', extension = ''] = /^([^.]*)(\.\w+)?$/.exec(name) ?? [];
      const form = Object.hasOwn(FORMS, extension) ? FORMS[extension] : undefined;
      const known = form && (await reports.find(id));
      if (form === undefined || known === undefined) throw notThere();
      const base = addresses.baseOf(request);
      const tag = `"${hash('sha256', [known.changedAt, base, index, version].join(' '), 'base64url').slice(0, 22)}"`;
      // It is asked for each time: what was taken back is gone at once.
      reply.headers({ ...HEADERS, etag: tag, 'cache-control': 'no-cache' });
      if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send();
      const written = await writeOnce(name + tag, id, form, base).catch((error: unknown) => {
        forgetCaching(reply);
        throw error;
      });
      if (written === undefined) {
        forgetCaching(reply);
        throw notThere();
      }
      if (!written.indexed) reply.header('x-robots-tag', 'noindex');
      if (form.docx === true) reply.header('content-disposition', attachmentOf(written.name));
      return reply.type(form.type).send(written.file);
    },
  );
}

/** What is answered is not the report: it was taken back a moment ago, or cannot be written. */
function forgetCaching(reply: FastifyReply): void {
  reply.removeHeader('etag').header('cache-control', 'no-store');
}

/** `Content-Disposition` (RFC 6266) of a file with the report's title as its name. */
function attachmentOf(name: string): string {
  // Nothing that a file system refuses or a header ends with.
  const words = name.replace(/[\\/:*?"<>|\p{C}]+/gu, ' ').trim();
  const encoded = encodeURIComponent(words.toWellFormed()).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="report.docx"; filename*=UTF-8''${encoded}`;
}

/** As it was published, with its address and what search engines read. */
function writeJson(
  { publication: { url, published, changed, reviews } }: Opened,
  content: ReportContent,
): string {
  return JSON.stringify({ url, published, changed, ...content, reviews });
}

function inOneGo(write: (opened: Opened, content: ReportContent) => string): Form['write'] {
  // biome-ignore lint/correctness/useYield: it is one step.
  return function* (opened, content) {
    return write(opened, content);
  };
}
