import type { FoundItem, OutsideSource } from './outside-source.ts';
import { strongestWords } from './query-words.ts';
import { at, type JsonObject, joinTexts, listAt } from './read-reply.ts';

/**
 * What fact-checkers have published (ClaimReview), by way of Google. One item a review.
 *
 * https://developers.google.com/fact-check/tools/api/reference/rest/v1alpha1/claims/search
 */
export const GOOGLE_FACT_CHECK: OutsideSource = {
  name: 'google-fact-check',
  about: 'published fact checks',
  documentation: 'https://developers.google.com/fact-check/tools/api/reference/rest/v1alpha1/claims/search',
  baseUrl: 'https://factchecktools.googleapis.com',
  key: 'required',
  rate: 5,
  async search(query, ask, { key }) {
    const few = strongestWords(query.text, query.language, 3).join(' ');
    for (const words of new Set([query.text, few])) {
      const reply = await ask({
        path: '/v1alpha1/claims:search',
        query: { query: words, languageCode: query.language, pageSize: query.limit },
        headers: { 'x-goog-api-key': key?.reveal() ?? '' },
      });
      const items = listAt(reply, 'claims').flatMap(toItems);
      if (items.length > 0) return items;
    }
    return [];
  },
  readFailure(status, body) {
    if (status === 400 && body.includes('API_KEY_INVALID')) {
      return { fault: 'key', message: 'the key is not accepted (400)' };
    }
    if (status === 403 && /SERVICE_DISABLED|API_KEY_SERVICE_BLOCKED/.test(body)) {
      return { fault: 'key', message: 'the Fact Check Tools API is not enabled for the key (403)' };
    }
    return undefined;
  },
};

function toItems(claim: JsonObject): readonly FoundItem[] {
  const reviews = Array.isArray(claim.claimReview) ? claim.claimReview : [];
  return reviews.map((review: unknown) => {
    const publisher = at(review, 'publisher', 'name') ?? at(review, 'publisher', 'site');
    return {
      title: at(review, 'title') ?? claim.text,
      url: at(review, 'url'),
      text: joinTexts(
        line('Claim', claim.text),
        line('Claimed by', claim.claimant),
        line('Rating', at(review, 'textualRating')),
        line('Checked by', publisher),
        at(review, 'title'),
      ),
      published: at(review, 'reviewDate') ?? claim.claimDate,
    };
  });
}

function line(label: string, value: unknown): string {
  return typeof value === 'string' && value !== '' ? `${label}: ${value}` : '';
}
