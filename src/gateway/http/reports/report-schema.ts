/** What a report is published from: the page's export as JSON, as it is. Also for the API reference. */
import { z } from 'zod';
import { CLAIM_CATEGORIES, EVIDENCE_KINDS, STANCES, VERDICTS } from '../../../domain/claim.ts';
import { CHECK_MODES } from '../../../domain/fact-check-mode.ts';
import { failureResponses, json, score } from '../response-schema.ts';

/** Characters of the text, as many as a check takes. */
export const LONGEST_TEXT: number = 200_000;
export const MOST_CLAIMS: number = 1_000;
export const MOST_ITEMS: number = 100;
/** Unix milliseconds: no `Date` is later. */
export const LAST_MOMENT: number = 8.64e15;

const words = z.string().max(500);
export const passage = z.string().max(20_000);
export const url = z.string().max(4_000);
/** An export has all that the gateway and the page know of a claim; what a report does not say is left out. */
const evidence = z.object({
  source: words,
  kind: z.enum(EVIDENCE_KINDS).default('web'),
  title: words.default(''),
  url: url.default(''),
  quote: passage,
  published: words.optional(),
  see_also: url.optional(),
  stance: z.enum(STANCES).default('unjudged'),
});
const checked = z.literal(false).optional();
const items = z.array(evidence).max(MOST_ITEMS);
const place = { start: z.int().min(0), end: z.int().min(0) };

const part = z.object({
  text: passage,
  // Of an unchecked part, the page's export has none.
  verdict: z.enum(VERDICTS).default('not_enough_evidence'),
  checked,
  explanation: passage.default(''),
  evidence: items.default([]),
});

const decision = z
  .object({
    verdict: z.enum(VERDICTS),
    note: passage.optional(),
    by: words.optional().meta({ description: 'The name of the person.' }),
    at: z.number().min(0).max(LAST_MOMENT).optional().meta({ description: 'Unix milliseconds.' }),
    evidence: z
      .array(z.object({ text: passage.optional(), url: url.optional() }))
      .max(MOST_ITEMS)
      .optional(),
  })
  .meta({ id: 'ReportedDecision', description: "A person's own verdict, which goes before the model's." });

const claim = z
  .object({
    ...place,
    id: words.default(''),
    text: passage,
    original_text: passage.default(''),
    role: z.enum(['user', 'assistant', 'text']).default('text'),
    message_index: z.int().default(0),
    category: z.enum(CLAIM_CATEGORIES).default('other'),
    confidence: score.default(1),
    language: words.default('und'),
    language_supported: z.boolean().default(true),
    speaker: words.optional(),
    time: words.optional(),
    date: words.optional(),
    reading: passage.optional(),
    verdict: z.enum(VERDICTS).optional(),
    checked,
    explanation: passage.optional(),
    evidence: items.optional(),
    verdict_confidence: score.optional(),
    judged_by: words.optional(),
    correction: z.object({ wrong: passage, right: passage, source: words, url }).optional(),
    parts: z.array(part).max(MOST_ITEMS).optional(),
    decision: decision.optional(),
    others: z.array(decision).max(MOST_ITEMS).optional().meta({
      description: 'What others decided who worked on the same check; it does not count for the claim.',
    }),
    places: z.array(z.object(place)).max(MOST_CLAIMS).optional(),
  })
  .meta({ id: 'ReportedClaim' });

export const reportSchema = z
  .strictObject({
    report: z
      .strictObject({
        title: words.optional(),
        author: words.optional().meta({ description: 'The person who answers for the report.' }),
        publisher: words.optional().meta({ description: 'The organisation that does.' }),
        date: z.iso
          .date()
          .optional()
          .meta({ description: 'A day such as `2026-11-05`; that of publishing where absent.' }),
        url: url.optional().meta({ description: 'Where the report is published beside this.' }),
        document: z
          .strictObject({
            title: words.optional(),
            author: words.optional(),
            date: words.optional(),
            url: url.optional(),
          })
          .optional()
          .meta({ description: 'Where the text is from.' }),
        judged: z
          .object({
            at: z
              .number()
              .min(0)
              .max(LAST_MOMENT)
              .meta({ description: 'Unix milliseconds of the last verdict.' }),
            by: z.array(z.object({ model: words, simulated: z.boolean().optional() })).max(MOST_ITEMS),
          })
          .optional(),
      })
      .default({}),
    text: z.string().min(1).max(LONGEST_TEXT),
    claims: z.array(claim).max(MOST_CLAIMS),
    metadata: z
      .object({
        mode: z.enum(CHECK_MODES).default('verify'),
        sources_consulted: z.array(words).max(MOST_ITEMS).default([]),
      })
      .default({ mode: 'verify', sources_consulted: [] }),
    index: z
      .boolean()
      .optional()
      .meta({ description: '`false`: search engines are asked to leave the report out.' }),
  })
  .meta({
    id: 'NewReport',
    description:
      'What the page exports as JSON, as it is. Of claims, members that a report does not show are left out.',
  });

/** As it is kept. */
export type ReportContent = z.output<typeof reportSchema>;

const report = z
  .object({
    id: z.string(),
    object: z.literal('report'),
    url: z.string().meta({ description: 'Where anybody can read it.' }),
    title: z.string(),
    claims: z.int(),
    bytes: z.int(),
    created_at: z.int().meta({ description: 'Unix seconds.' }),
    changed_at: z.int(),
  })
  .meta({ id: 'PublishedReport' });

const {
  401: unauthorized,
  403: forbidden,
  404: notFound,
  413: tooLarge,
  415: notJson,
  422: invalid,
} = failureResponses;
export const refusals = {
  401: unauthorized,
  403: { ...forbidden, description: 'The plan of the key does not include publishing.' },
  413: tooLarge,
  415: notJson,
  422: invalid,
};

export const publishedDocs = {
  201: json(report, 'It can be read.'),
  ...refusals,
  409: { ...notFound, description: 'With this key as many reports are published as may be.' },
};

export const replacedDocs = {
  200: json(report, 'The new content stands there.'),
  ...refusals,
  404: notFound,
};

export const reportListQuery = z.object({
  limit: z.int().min(1).max(100).optional().meta({ description: 'The most reports; 100 by default.' }),
  after: z
    .string()
    .regex(/^[\w-]{24}$/, 'must be `next` of the page before')
    .optional()
    .meta({ description: '`next` of the page before.' }),
});

/** Of a page of a list. */
export const listDocs = <T extends z.ZodType>(item: T) => ({
  200: json(
    z.object({
      object: z.literal('list'),
      data: z.array(item),
      next: z.string().nullable().meta({ description: 'For `after`; null on the last page.' }),
    }),
    'The newest first.',
  ),
  401: unauthorized,
  422: invalid,
});
export const reportListDocs = listDocs(report);

export const takenBackDocs = {
  200: json(
    z.object({ id: z.string(), object: z.literal('report'), deleted: z.literal(true) }),
    'Nobody can read it any more.',
  ),
  401: unauthorized,
  404: notFound,
};

export const readerDocs = {
  200: { description: 'The report.', content: { 'text/html': { schema: z.string() } } },
  304: { description: 'It is as it was (`If-None-Match`).' },
  404: { ...notFound, description: 'There is none, or it was taken back.' },
};
