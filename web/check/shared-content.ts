/** What of a check others get, and the check that they make of it. */
import type { OpenedShared, SharedEntry } from '../api/shared-checks.ts';
import type { Claim, Decision } from '../api/types.ts';
import { type CheckAbout, readAbout, type SharedAs } from '../claims/check-about.ts';
import { decideAs } from '../claims/check-rest.ts';
import { readDecision } from '../claims/read-claims.ts';
import { type KeptCheck, readKept } from './kept-check.ts';

/** Without what this person decided, which goes out entry by entry, and without what is of this browser alone. */
export function contentOf({
  text,
  found,
  metadata,
  about,
}: Pick<KeptCheck, 'text' | 'found' | 'metadata' | 'about'>) {
  const { title, document, judged } = about;
  const { claims: _listed, ...ofCheck } = metadata ?? {};
  return {
    text,
    claims: found.claims.map(({ decision, others, checking, outdated, ...claim }) => claim),
    ...(metadata === undefined ? {} : { metadata: ofCheck }),
    about: { title, document, judged },
  };
}

/**
 * The check of this browser that a shared one is opened as.
 * @param before the same as it was opened before: what this person decided of claims that are still there stays.
 * @returns `undefined` where the content is none.
 */
export function openedAs(
  id: string,
  { content, content_version, url, code }: OpenedShared,
  shared: Pick<SharedAs, 'person' | 'name' | 'sent'> & Partial<Pick<SharedAs, 'owner' | 'you'>>,
  before: readonly Claim[] = [],
): KeptCheck | undefined {
  const { text, claims, metadata, about } = content;
  const { published: _theirs, shared: _code, ...known } = readAbout(about);
  const ofShared: CheckAbout = {
    ...known,
    shared: {
      ...{ owner: false, ended: false, ...shared, code, url },
      ...{ version: content_version, digest: digestOf(String(text)) },
    },
  };
  const check = readKept(
    { id, updated: Date.now(), opening: '', about: ofShared, counts: {} },
    text,
    { text, claims, gone: [] },
    metadata,
  );
  if (check === undefined) return undefined;
  const decisions = new Map(before.map((claim) => [entryKey(claim), claim.decision]));
  const decided = check.found.claims.map((claim) => decideAs(claim, decisions.get(entryKey(claim))));
  return { ...check, found: { ...check.found, claims: decided } };
}

/** Tells texts apart that people edit; it is no secret, and works without HTTPS too. */
export function digestOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return `${text.length}-${hash >>> 0}`;
}

/** Names a claim with its words: what was said of other words is not taken for it. */
export const entryKey = ({ id, original_text }: Claim): string => `${id}:${digestOf(original_text)}`;

/** What others say of each of the claims, by its id, in the order of their names. @param you this person's own id. */
export function othersOf(
  entries: readonly SharedEntry[],
  you: string | undefined,
  claims: readonly Claim[],
): ReadonlyMap<string, readonly Decision[]> {
  const ids = new Map(claims.map((claim) => [entryKey(claim), claim.id]));
  const others = new Map<string, Decision[]>();
  for (const { person, claim, name, ...said } of entries.toSorted((a, b) => a.name.localeCompare(b.name))) {
    const id = ids.get(claim);
    const decision = readDecision({ ...said, by: name });
    if (person === you || id === undefined || decision === undefined) continue;
    others.set(id, [...(others.get(id) ?? []), decision]);
  }
  return others;
}
