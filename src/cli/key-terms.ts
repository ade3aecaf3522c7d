/** Reads what a key is to be issued with, from options and from lines of JSON. */

import { InvalidArgumentError } from 'commander';
import { z } from 'zod';
import type { Catalogue } from '../domain/catalogue.ts';
import { nanosIn } from '../domain/dollars.ts';
import { withoutUndefined } from '../domain/without-undefined.ts';
import {
  EXPIRY_RULE,
  LONGEST_NOTE,
  MOST_DOLLARS,
  noSuchProfile,
  parseExpiry,
} from '../gateway/admin/key-terms.ts';
import type { KeyTerms } from '../gateway/admission/issue-key.ts';
import { resolveModel } from '../models/providers/resolve-model.ts';
import { CommandFailed } from './command-failed.ts';
import type { JsonLine } from './read-lines.ts';

/** @returns reads a date, a time, or a number of days such as `90d`, as Unix milliseconds. */
export function readExpiry(now: () => number): (text: string) => number {
  return (text) => {
    const time = parseExpiry(text, now());
    if (time === undefined) throw new InvalidArgumentError(`It ${EXPIRY_RULE}.`);
    return time;
  };
}

/** Reads US dollars. @returns billionths. */
export function readDollars(text: string): number {
  const dollars = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || dollars <= 0 || dollars > MOST_DOLLARS) {
    throw new InvalidArgumentError(`It must be US dollars, at most ${MOST_DOLLARS.toLocaleString('en')}.`);
  }
  return nanosIn(dollars);
}

/** @throws CommandFailed naming a model that there is none of. */
export function requireModels(catalogue: Catalogue, terms: KeyTerms): void {
  const unknown = terms.models?.find((id) => resolveModel(catalogue, id) === undefined);
  if (unknown !== undefined) {
    throw new CommandFailed(`Unknown model '${unknown}'; \`claimgate models\` lists them`, 2);
  }
}

/** @throws CommandFailed naming a profile that config does not have. */
export function requireProfile(profiles: readonly string[], { profile }: KeyTerms): void {
  if (profile === undefined || profiles.includes(profile)) return;
  throw new CommandFailed(`'${profile}': ${noSuchProfile(profiles)}`, 2);
}

const lineSchema = z.strictObject({
  team: z.string().optional(),
  plan: z.string().optional(),
  profile: z.string().optional(),
  models: z.array(z.string()).min(1).optional(),
  expires: z.string().optional(),
  tokens_per_month: z.int().positive().optional(),
  dollars_per_month: z.number().positive().max(MOST_DOLLARS).optional(),
  tokens_per_day: z.int().positive().optional(),
  dollars_per_day: z.number().positive().max(MOST_DOLLARS).optional(),
  note: z.string().max(LONGEST_NOTE).optional(),
});

/** @throws CommandFailed naming the line and the field that is wrong. */
export function readTermsLine({ number, value }: JsonLine, now: () => number): KeyTerms {
  const parsed = lineSchema.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    const field = [...issue.path, ...(issue.code === 'unrecognized_keys' ? [issue.keys[0]!] : [])].join('.');
    const fault = issue.code === 'unrecognized_keys' ? 'unknown field' : issue.message;
    throw new CommandFailed(`line ${number}: ${field}: ${fault}`, 2);
  }
  const { team, plan, profile, models, expires, note, ...budgets } = parsed.data;
  return withoutUndefined({
    team,
    plan,
    profile,
    models,
    expiresAt: expires === undefined ? undefined : expiryOf(number, expires, now),
    tokensPerMonth: budgets.tokens_per_month,
    nanosPerMonth: nanosOfGiven(budgets.dollars_per_month),
    tokensPerDay: budgets.tokens_per_day,
    nanosPerDay: nanosOfGiven(budgets.dollars_per_day),
    note,
  });
}

function nanosOfGiven(dollars: number | undefined): number | undefined {
  return dollars === undefined ? undefined : nanosIn(dollars);
}

function expiryOf(number: number, text: string, now: () => number): number {
  try {
    return readExpiry(now)(text);
  } catch (error) {
    throw new CommandFailed(`line ${number}: expires: ${(error as Error).message}`, 2);
  }
}
