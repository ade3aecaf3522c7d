/** POST /v1/documents, for validation and the API reference. */
import { z } from 'zod';
import { ownObject } from '../../models/dialects/schema-parts.ts';
import { failureResponses, json } from './response-schema.ts';

export const linkSchema = ownObject({
  url: z.string().meta({ description: 'An http or https address; the gateway fetches it.' }),
  api_key: z.string().nullish().meta({ description: 'Needed only if `models.require_key` is set.' }),
}).meta({ id: 'DocumentRequest', examples: [{ url: 'https://example.org/article' }] });

const file = (description: string) => ({ schema: { type: 'string', format: 'binary', description } });

/** What a body may be, for the reference. */
export const documentBody = {
  description: 'A link as JSON, or a file itself, with its own Content-Type.',
  content: {
    'application/json': { schema: linkSchema },
    'application/pdf': file('A PDF with text.'),
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document': file('A DOCX.'),
    'text/html': file('A page.'),
    'text/markdown': file('Markdown.'),
    'text/plain': file('Plain text.'),
    'application/octet-stream': file('Any of these, recognized by its content and `name`.'),
  },
};

export const nameSchema = z.object({
  name: z.string().max(1_000).optional().meta({ description: 'The name of the file.' }),
});

const own = (what: string) =>
  z
    .string()
    .nullable()
    .meta({ description: `${what}, as the document itself has it; \`null\` if it has none.` });

export const documentResponses = {
  200: json(
    z
      .object({
        object: z.literal('document'),
        kind: z.enum(['text', 'markdown', 'html', 'pdf', 'docx']),
        text: z.string().meta({ description: 'At most 200,000 characters. Of a page, its article alone.' }),
        title: own('Title'),
        author: own('Authors'),
        date: own('Date of publication (PDF, DOCX: of creation), such as `2024-05-01`'),
        url: z.string().nullable().meta({ description: 'Where a link led in the end; `null` for a file.' }),
      })
      .meta({
        id: 'Document',
        examples: [
          {
            object: 'document',
            kind: 'html',
            text: 'The Eiffel Tower was completed in 1889.',
            title: 'A tower',
            author: 'Ann Author',
            date: '2024-05-01',
            url: 'https://example.org/article',
          },
        ],
      }),
    'The document as plain text.',
  ),
  ...Object.fromEntries(
    Object.entries(failureResponses).filter(([status]) =>
      ['401', '413', '422', '429', '500', '503'].includes(status),
    ),
  ),
  400: { ...failureResponses[400], description: 'The document cannot be read; the message says why.' },
  502: { ...failureResponses[502], description: 'The page did not come; the message says why.' },
};
