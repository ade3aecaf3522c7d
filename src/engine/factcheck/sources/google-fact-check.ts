import type { JsonObject } from '../../../models/dialects/read-json.ts';
import { type FoundItem, firstFound, KEY_REFUSED, type OutsideSource } from './outside-source.ts';
import { strongestWords } from './query-words.ts';
import { at, joinTexts, listAt } from './read-reply.ts';

/** What fact-checkers have published (ClaimReview), by way of Google. One item per review. */
export const GOOGLE_FACT_CHECK: OutsideSource = {
  name: 'google-fact-check',
  about: 'Published fact checks',
  kind: 'fact_check',
  documentation: 'https://developers.google.com/fact-check/tools/api/reference/rest/v1alpha1/claims/search',
  baseUrl: 'https://factchecktools.googleapis.com',
  key: 'required',
  keyGoesTo: { header: 'x-goog-api-key' },
  rate: 5,
  search({ text, language, limit }, ask) {
    const few = strongestWords(text, language, 3).join(' ');
    return firstFound(new Set([text, few]), async (words) => {
      const reply = await ask({
        path: '/v1alpha1/claims:search',
        query: { query: words, languageCode: language, pageSize: limit },
      });
      return listAt(reply, 'claims').flatMap(toItems);
    });
  },
  failures: [
    { status: [400], body: /API_KEY_INVALID/, ...KEY_REFUSED },
    {
      status: [403],
      body: /SERVICE_DISABLED|API_KEY_SERVICE_BLOCKED/,
      fault: 'key',
      message: 'the Fact Check Tools API is not enabled for the key',
    },
  ],
};

function toItems(claim: JsonObject): readonly FoundItem[] {
  const reviews = Array.isArray(claim.claimReview) ? claim.claimReview : [];
  return reviews.map((review: unknown) => {
    const publisher = at(review, 'publisher', 'name') ?? at(review, 'publisher', 'site');
    return {
      title: at(review, 'title') ?? claim.text,
      url: at(review, 'url'),
      text: joinTexts(
        labelled('Claim', claim.text),
        labelled('Claimed by', claim.claimant),
        labelled('Rating', at(review, 'textualRating')),
        labelled('Checked by', publisher),
        at(review, 'title'),
      ),
      published: at(review, 'reviewDate') ?? claim.claimDate,
    };
  });
}

function labelled(label: string, value: unknown): string {
  return typeof value === 'string' && value !== '' ? `${label}: ${value}` : '';
}
