/** `X-Claimgate-Cost`: what a whole answer cost, its check with it. */
import type { FastifyReply } from 'fastify';
import type { FactCheckMetadata } from '../../../domain/claim.ts';
import { addDollars } from '../../../domain/dollars.ts';

/** US dollars; `undefined` where they are not known. */
type Cost = number | undefined;

/** @returns what the check itself cost; nothing where no model was asked for it. */
export function costsOfCheck(metadata: Pick<FactCheckMetadata, 'usage'> | undefined): readonly Cost[] {
  const usage = metadata?.usage;
  return usage === undefined || usage.total_tokens === 0 ? [] : [usage.cost];
}

/** Says the sum, unless a part of it is not known. */
export function sayCost(reply: FastifyReply, costs: readonly Cost[]): void {
  const sum = addDollars(...costs);
  if (costs.length === 0 || sum === undefined) return;
  // To the billionth, never with an exponent.
  reply.header('X-Claimgate-Cost', sum.toFixed(9).replace(/\.?0+$/, ''));
}
