/** Sends claims of a set to the gateway, alone and in texts, and follows each of them to its verdict. */
import type { Claim, Verdict } from '../../src/domain/claim.ts';
import { type AskFurther, leavesOf, type OracleClaim } from './oracle.ts';
import type { OracleGateway } from './oracle-gateway.ts';
import { type Hearing, type Matter, saidOf, type startOracle } from './oracle-provider.ts';

export type Oracle = Awaited<ReturnType<typeof startOracle>>;

/** A text of claims, and where each of them stands in it. */
export interface ClaimText {
  readonly text: string;
  readonly claims: readonly { readonly claim: OracleClaim; readonly start: number; readonly end: number }[];
}

/** What became of one claim. */
export interface Followed {
  readonly claim: OracleClaim;
  /** As the response lists it; nothing where it was not found to be a claim. */
  readonly listed: Claim | undefined;
  /** What it says that a sentence of the documents decides: 1, or for a sentence of several claims so many. */
  readonly decidable: number;
  /** Of that, how much had such a sentence shown when the claim was first judged, and at any time. */
  readonly shownFirst: number;
  readonly shown: number;
  /** What the oracle said last of what is listed; nothing where it was not asked about this claim. */
  readonly said: Verdict | undefined;
}

/** What became of texts of the same size. */
export interface Measured {
  readonly followed: readonly Followed[];
  /** Claims that the responses list. */
  readonly listed: number;
  readonly judgeCalls: number;
  readonly readingCalls: number;
  readonly searches: number;
  readonly characters: number;
  readonly unknown: number;
}

export interface Setting {
  readonly oracle: Oracle;
  readonly gateway: OracleGateway;
  readonly askFurther: AskFurther;
  readonly reads: boolean;
  /** Whether the texts are answers of a model, in streams. */
  readonly streams?: boolean;
}

/** Requests at the same time. */
const WIDTH = 4;

export async function measureTexts(texts: readonly ClaimText[], setting: Setting): Promise<Measured> {
  const { gateway } = setting;
  const before = await gateway.searches();
  const done = await sideBySide(texts, (text) => measureText(text, setting));
  const sum = (pick: (hearing: Hearing) => number): number =>
    done.reduce((all, { hearing }) => all + pick(hearing), 0);
  return {
    followed: done.flatMap(({ followed }) => followed),
    listed: done.reduce((all, { listed }) => all + listed.length, 0),
    judgeCalls: sum(({ judgeCalls }) => judgeCalls),
    readingCalls: sum(({ readingCalls }) => readingCalls),
    searches: (await gateway.searches()) - before,
    characters: sum(({ characters }) => characters),
    unknown: sum(({ unknown }) => unknown),
  };
}

async function measureText({ text, claims }: ClaimText, setting: Setting) {
  const { oracle, gateway, askFurther, reads, streams = false } = setting;
  const matter: Matter = { known: claims.map(({ claim }) => claim), askFurther, reads, answer: text };
  const { key, hearing } = oracle.hear(matter);
  const all = await (streams ? gateway.checkStream(key) : gateway.checkText(key, text));
  const listed = all.filter(({ role }) => role !== 'user');
  const followed = claims.map(({ claim, start, end }): Followed => {
    const its = widest(listed, start, end);
    const isAsked = [claim, ...leavesOf(claim)].some((one) => hearing.asked.has(one));
    const decidable = leavesOf(claim).filter(({ deciding }) => deciding.length > 0);
    return {
      claim,
      listed: its,
      decidable: decidable.length,
      shownFirst: decidable.filter((one) => hearing.shownFirst.has(one)).length,
      shown: decidable.filter((one) => hearing.shown.has(one)).length,
      said: isAsked && its ? saidOf(hearing, its.reading ?? its.text) : undefined,
    };
  });
  return { followed, listed, hearing };
}

/** @returns the claim that holds most of a text's piece. */
function widest(listed: readonly Claim[], start: number, end: number): Claim | undefined {
  let best: Claim | undefined;
  let most = 0;
  for (const claim of listed) {
    const common = Math.min(end, claim.end) - Math.max(start, claim.start);
    if (common <= most) continue;
    best = claim;
    most = common;
  }
  return best;
}

/** @returns texts of so many claims each; claims that follow one another in the set stand in different ones. */
export function joinClaims(claims: readonly OracleClaim[], size: number): ClaimText[] {
  const count = Math.ceil(claims.length / size);
  return Array.from({ length: count }, (_, first) => {
    let text = '';
    const placed = claims
      .filter((_, index) => index % count === first)
      .map((claim) => {
        if (text !== '') text += ' ';
        const start = text.length;
        text += size === 1 ? claim.text : toSentence(claim.text);
        return { claim, start, end: text.length };
      });
    return { text, claims: placed };
  });
}

/** As a sentence: claims of some sets have no full stop, and begin with a small letter. */
function toSentence(text: string): string {
  const bare = text.trim().replace(/^[a-z](?=[a-z]* )/, (letter) => letter.toUpperCase());
  return /[.!?…]["”’)]*$/u.test(bare) ? bare : `${bare}.`;
}

/** @returns the results in order. */
async function sideBySide<From, To>(all: readonly From[], work: (one: From) => Promise<To>): Promise<To[]> {
  const results: To[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < all.length) {
      const index = next++;
      results[index] = await work(all[index] as From);
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, worker));
  return results;
}
