import { VERDICTS } from './claim.ts';

/** What a webhook may report: verdicts of claims, and budgets of issued keys. */
export const WEBHOOK_REASONS = [...VERDICTS, 'budgets'] as const;
export type WebhookReason = (typeof WEBHOOK_REASONS)[number];
