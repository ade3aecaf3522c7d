/** Arguments and results that several tools have. */
import { z } from 'zod';
import { CLAIM_CATEGORIES, EVIDENCE_KINDS, STANCES, VERDICTS } from '../../domain/claim.ts';
import { MAX_TEXT } from '../../engine/factcheck/check-text.ts';
import { readLanguage } from '../../engine/text/languages.ts';

export const text = z.string().min(1).max(MAX_TEXT);
export const language = z
  .string()
  .refine((tag) => readLanguage(tag) !== undefined, 'must be a language tag, such as de')
  .optional()
  .describe('Language of the text, such as de; detected if absent');
export const writtenOn = z.iso.date().optional().describe('Day on which the text was written');
export const model = z
  .string()
  .min(1)
  .max(128)
  .optional()
  .describe('Id of the model to ask; the default model if absent');

/** @param names of the sources that there are. */
export const sourcesOf = (names: readonly string[]) =>
  z
    .array(z.string().refine((name) => names.includes(name), `must be one of ${names.join(', ')}`))
    .max(20)
    .optional()
    .describe(`Outside sources to ask as well; there are ${names.join(', ')}`);

/** A text, or the address of a page instead. */
export const textOrPage = {
  text: text.optional().describe('The text; give either this or url'),
  url: z.url().max(2_048).optional().describe('Address of a page whose article is meant instead'),
};

/** Whether exactly one of the two is there. */
export const hasOneText = ({ text, url }: { text?: string | undefined; url?: string | undefined }): boolean =>
  (text === undefined) !== (url === undefined);
export const ONE_TEXT = { message: 'give either text or url', path: ['text'] };

/** What a claim is, wherever it is listed. */
export const claimFields = {
  id: z.string(),
  text: z.string().describe('The claim, standing alone'),
  original_text: z.string(),
  start: z.number().int().describe('UTF-16 offset in the text'),
  end: z.number().int(),
  category: z.enum(CLAIM_CATEGORIES),
  confidence: z.number(),
  check_worthiness: z.number().optional(),
  language: z.string(),
  speaker: z.string().optional().describe('Who said it, where a transcript or a quotation says so'),
  time: z.string().optional().describe('When, as it stands there'),
  date: z.string().optional().describe('The day, month or year that a relative date means'),
  stands_alone: z.literal(false).optional().describe('Present where nobody has said what it refers to'),
};

/** Where evidence comes from. */
export const citedFields = {
  source: z.string(),
  kind: z.enum(EVIDENCE_KINDS),
  title: z.string(),
  url: z.string().optional(),
  published: z.string().optional(),
  see_also: z.string().optional(),
  resource: z.string().optional().describe('URI of a resource with the passages that were found'),
};

const evidence = z.object({ ...citedFields, quote: z.string(), stance: z.enum(STANCES) });
const findings = {
  verdict: z.enum(VERDICTS).optional(),
  checked: z.literal(false).optional().describe('Present where the verdict says nothing'),
  explanation: z.string().optional(),
  evidence: z.array(evidence).optional(),
};
export const checkedClaim = z.object({
  ...claimFields,
  reading: z.string().optional().describe('How the claim was understood in its context'),
  ...findings,
  parts: z.array(z.object({ text: z.string(), ...findings })).optional(),
  correction: z
    .object({ wrong: z.string(), right: z.string(), source: z.string(), url: z.string().optional() })
    .optional(),
});
