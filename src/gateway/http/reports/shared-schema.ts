/** What a check is shared from, and what people say of its claims. Also for the API reference. */
import { z } from 'zod';
import { VERDICTS } from '../../../domain/claim.ts';
import { failureResponses, json } from '../response-schema.ts';
import {
  LAST_MOMENT,
  LONGEST_TEXT,
  listDocs,
  MOST_CLAIMS,
  MOST_ITEMS,
  passage,
  refusals,
  url,
} from './report-schema.ts';

/** PostgreSQL keeps no NUL. */
const claimId = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^\0]*$/, 'must have no NUL character');

export const sharedSchema = z
  .strictObject({
    text: z.string().min(1).max(LONGEST_TEXT),
    claims: z.array(z.looseObject({ id: claimId })).max(MOST_CLAIMS),
    metadata: z.looseObject({}).optional(),
    about: z.looseObject({}).optional(),
  })
  .meta({
    id: 'SharedContent',
    description:
      'A check as the page has it: text, claims with what was found, metadata of the check, and what it is about. It is kept as it is.',
  });

const entry = z
  .strictObject({
    claim: claimId.meta({
      description:
        'Names a claim of the check, for all alike. The page takes its `id` and a digest of its words: what was said of other words is not taken for it.',
    }),
    verdict: z.enum(VERDICTS).nullable().meta({ description: '`null`: what this person said is withdrawn.' }),
    note: passage.optional(),
    evidence: z
      .array(z.strictObject({ text: passage.optional(), url: url.optional() }))
      .max(MOST_ITEMS)
      .optional(),
    at: z
      .number()
      .min(0)
      .max(LAST_MOMENT)
      .meta({ description: 'When the person decided, Unix milliseconds.' }),
  })
  .meta({ id: 'SharedEntryChange' });

export const entriesSchema = z
  .strictObject({
    person: z
      .string()
      .regex(/^[\w-]{24,100}$/, 'must be 24 to 100 letters, digits, - and _')
      .meta({
        description: 'A random text that the person keeps: whoever has it changes what the person said.',
      }),
    name: z.string().trim().min(1).max(100).meta({ description: 'As the others read it.' }),
    entries: z.array(entry).max(MOST_CLAIMS),
  })
  .meta({ id: 'SharedEntryChanges' });

export type EntriesBody = z.output<typeof entriesSchema>;

const listed = z
  .object({
    id: z.string().meta({ description: 'In lists; it opens nothing.' }),
    object: z.literal('shared_check'),
    claims: z.int(),
    bytes: z.int().meta({ description: 'As it is kept, sealed.' }),
    created_at: z.int().meta({ description: 'Unix seconds.' }),
    changed_at: z.int(),
    expires_at: z.int().meta({ description: 'When it is forgotten unless it is changed again.' }),
  })
  .meta({ id: 'ListedSharedCheck' });

const shared = z
  .object({
    ...listed.shape,
    code: z
      .string()
      .meta({ description: 'Opens the check; the gateway does not keep it, and says it once.' }),
    url: z.string().meta({ description: 'Where whoever has the address opens it in the page.' }),
  })
  .meta({ id: 'SharedCheck' });

const said = z
  .object({
    person: z
      .string()
      .meta({ description: 'The same for all that one person says; says nothing of who it is.' }),
    name: z.string(),
    claim: z.string(),
    verdict: z.enum(VERDICTS),
    note: z.string().optional(),
    evidence: z.array(z.object({ text: z.string().optional(), url: z.string().optional() })).optional(),
    at: z.number(),
  })
  .meta({ id: 'SharedEntry' });

const saidAll = {
  content_version: z.int().meta({ description: 'Another one where the content was replaced.' }),
  entries: z.array(said),
};

const { 401: unauthorized, 404: notFound, 413: tooLarge, 415: notJson, 422: invalid } = failureResponses;
const keyless = { ...unauthorized, description: 'The operator wants a key (`reports.shared_need_key`).' };

export const sharedDocs = {
  201: json(shared, 'Whoever has the address can open it.'),
  ...refusals,
  409: { ...notFound, description: 'With this key as many checks are shared as may be.' },
};
export const sharedAgainDocs = { 200: json(shared, 'The new content is there.'), ...refusals, 404: notFound };
export const sharedListDocs = listDocs(listed);
export const stoppedDocs = {
  200: json(
    z.object({ code: z.string(), object: z.literal('shared_check'), deleted: z.literal(true) }),
    'Nobody can open it any more.',
  ),
  401: unauthorized,
  404: notFound,
};
export const openedDocs = {
  200: json(
    z.object({ ...shared.shape, content: sharedSchema, ...saidAll }),
    'The check, and what was said.',
  ),
  304: { description: 'It is as it was (`If-None-Match`).' },
  401: keyless,
  404: { ...notFound, description: 'There is none, or it is no longer shared.' },
};
export const entriesDocs = {
  200: json(z.object(saidAll), 'What everybody said.'),
  304: openedDocs[304],
  401: keyless,
  404: openedDocs[404],
};
export const writtenDocs = {
  200: json(
    z.object({ ...saidAll, you: z.string().meta({ description: '`person` of what you said yourself.' }) }),
    'It is kept, and this is what everybody said.',
  ),
  401: keyless,
  404: openedDocs[404],
  409: { ...notFound, description: 'The check has as many entries as it may have.' },
  413: tooLarge,
  415: notJson,
  422: invalid,
};
