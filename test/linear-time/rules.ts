/** Every function that reads text of callers or of providers, each by itself. A new one needs one line here. */

import { ApiKey } from '../../src/domain/api-key.ts';
import { textMessage } from '../../src/domain/chat.ts';
import type { Extraction } from '../../src/domain/evaluation.ts';
import { categorize } from '../../src/engine/claims/categorize.ts';
import { completeItem } from '../../src/engine/claims/complete-item.ts';
import { claimProbability, detectClaims } from '../../src/engine/claims/detect.ts';
import { openDiscourse } from '../../src/engine/claims/discourse.ts';
import { beginsFiction, claimsNothing } from '../../src/engine/claims/dismiss-sentence.ts';
import { scoreForeign } from '../../src/engine/claims/estimate-foreign.ts';
import { findAskedClaim } from '../../src/engine/claims/find-asked-claim.ts';
import { findAttribution } from '../../src/engine/claims/find-attribution.ts';
import { remember } from '../../src/engine/claims/follow-discourse.ts';
import { judgeSentence } from '../../src/engine/claims/judge-sentence.ts';
import { normalizePost } from '../../src/engine/claims/normalize-post.ts';
import { findDay } from '../../src/engine/claims/read-date.ts';
import { readDateline } from '../../src/engine/claims/read-dateline.ts';
import { readPair } from '../../src/engine/claims/read-pair.ts';
import { endsRole, isImpersonal, readRequest } from '../../src/engine/claims/read-request.ts';
import { openTableReader } from '../../src/engine/claims/read-table.ts';
import { readQuestion, readTitle } from '../../src/engine/claims/read-title.ts';
import { resolveDate } from '../../src/engine/claims/resolve-date.ts';
import { resolveReferences } from '../../src/engine/claims/resolve-reference.ts';
import { openClaimScan } from '../../src/engine/claims/scan-stream.ts';
import { dangles, namesSomething } from '../../src/engine/claims/stands-alone.ts';
import { stateClaim } from '../../src/engine/claims/state-claim.ts';
import { isHashtags, stripFeedMarks } from '../../src/engine/claims/strip-feed-marks.ts';
import { readLabel } from '../../src/engine/claims/strip-speaker.ts';
import { stripTag } from '../../src/engine/claims/strip-tag.ts';
import { openQuotationWatch } from '../../src/engine/claims/watch-quotation.ts';
import { openReferenceWatch } from '../../src/engine/claims/watch-references.ts';
import { cleanLine, cleanText } from '../../src/engine/corpus/clean-text.ts';
import { createMemoryIndex } from '../../src/engine/corpus/memory-index.ts';
import { readTerms } from '../../src/engine/corpus/read-terms.ts';
import { splitPassages } from '../../src/engine/corpus/split-passages.ts';
import { fenceLine } from '../../src/engine/factcheck/choose/fence-evidence.ts';
import { findVerbatim } from '../../src/engine/factcheck/choose/find-verbatim.ts';
import { excerptOf, quoteFor, widenToSentences } from '../../src/engine/factcheck/choose/quote-evidence.ts';
import { correctionFor } from '../../src/engine/factcheck/correct/correct-claim.ts';
import { withoutMarkup } from '../../src/engine/factcheck/correct/without-markup.ts';
import { foldText } from '../../src/engine/factcheck/find/folded-text.ts';
import { bareUrl, coverage, rankItems, termsOf } from '../../src/engine/factcheck/find/rank-items.ts';
import { claimOf } from '../../src/engine/factcheck/judge/judge-in-tests.ts';
import { createExampleBank } from '../../src/engine/factcheck/normalize/example-bank.ts';
import { byRules, normalizationQuestion } from '../../src/engine/factcheck/normalize/normalize-with-model.ts';
import { scoreNormalization } from '../../src/engine/factcheck/normalize/score-normalization.ts';
import { checkParts, checkReading } from '../../src/engine/factcheck/read/check-reading.ts';
import { needsReading } from '../../src/engine/factcheck/read/needs-reading.ts';
import { newestText } from '../../src/engine/factcheck/read/newest-text.ts';
import { cleanItem, cutText } from '../../src/engine/factcheck/sources/clean-item.ts';
import { cutClaim } from '../../src/engine/factcheck/sources/cut-claim.ts';
import { toPlainText } from '../../src/engine/factcheck/sources/plain-text.ts';
import { readXml } from '../../src/engine/factcheck/sources/pubmed.ts';
import { contentWords, wordQueries } from '../../src/engine/factcheck/sources/query-words.ts';
import { readDate } from '../../src/engine/factcheck/sources/read-date.ts';
import { readableText } from '../../src/engine/factcheck/sources/readable-text.ts';
import { removeNumbersOfPeople } from '../../src/engine/factcheck/sources/remove-numbers.ts';
import { removeSecrets } from '../../src/engine/factcheck/sources/remove-secrets.ts';
import { cleanExplanation, withoutLinks } from '../../src/engine/factcheck/state/clean-explanation.ts';
import { judgeByValues } from '../../src/engine/judge/values/judge-by-values.ts';
import { readValues } from '../../src/engine/judge/values/read-values.ts';
import { weighWords } from '../../src/engine/judge/weigh-words.ts';
import { guessLanguage, languageOf } from '../../src/engine/text/guess-language.ts';
import { meteor, tokenF1 } from '../../src/engine/text/similarity.ts';
import { splitSentences } from '../../src/engine/text/split-sentences.ts';
import { wordsOf } from '../../src/engine/text/words-of.ts';
import { nameRuns } from '../../src/evaluation/local/name-runs.ts';
import { readWords } from '../../src/evaluation/local/read-words.ts';
import { scoreCoherence } from '../../src/evaluation/local/score-coherence.ts';
import { harmless } from '../../src/evaluation/report-csv.ts';
import { scoreLocally } from '../../src/evaluation/score-locally.ts';
import { decideTask } from '../../src/gateway/chat/decide-task.ts';
import { asksForFrontEnd } from '../../src/gateway/chat/recognize-helper.ts';
import { cleanMessage } from '../../src/models/dialects/clean-message.ts';
import { responsesSearch } from '../../src/models/dialects/responses/web-search.ts';
import { collectCitations } from '../../src/models/dialects/web-search.ts';
import { scrubKey } from '../../src/models/upstream/scrub-key.ts';
import { composeAnswer } from '../../src/sandbox/answers/compose-answer.ts';
import { splitTokens } from '../../src/sandbox/answers/split-tokens.ts';

const { readReply } = responsesSearch();

/** Whose words are looked for. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'zh'];

export interface Rule {
  readonly name: string;
  run(text: string): unknown;
}

const CLAIM = 'The tower in Paris was completed in 1889 and is 330 m high.';
const key = ApiKey.parse('key-0123456789abcdef') as ApiKey;
const bank = createExampleBank([{ post: `a Ab x 1 ${CLAIM}`, claim: CLAIM }]);
const index = createMemoryIndex([{ title: 'a', text: `a Ab x 1 ${CLAIM}` }]);
const extractionOf = (text: string): Extraction => ({
  passages: [{ role: 'text', text }],
  claims: [
    ...detectClaims(text).map((claim, at) => ({ ...claim, id: `${at}`, passage: 0 })),
    ...[text.slice(0, 1000), CLAIM].map((claim, at) => ({
      id: `more-${at}`,
      text: claim,
      original_text: '',
      passage: 0,
      category: 'other' as const,
      confidence: 0.9,
    })),
  ],
});
const ask = (text: string) =>
  composeAnswer(
    {
      system: [],
      turns: [{ role: 'user', text }],
      format: { type: 'text' },
      stop: [],
      thinking: 0,
    },
    'own',
    detectClaims,
  );

/** A rule that is asked about one sentence at a time, none longer than the splitter makes them. */
/** Text that is nested too deep is refused, without reading on. */
const readShallow = (text: string): unknown => {
  try {
    return readXml(`<a>${text}`);
  } catch (error) {
    return error;
  }
};
const ofSentences =
  (rule: (sentence: string) => unknown) =>
  (text: string): void => {
    for (let at = 0; at < text.length; at += 1_000) rule(text.slice(at, at + 1_000));
  };

export const RULES: readonly Rule[] = [
  { name: 'readValues', run: readValues },
  { name: 'judgeByValues of a passage', run: (text) => judgeByValues(CLAIM, text) },
  { name: 'judgeByValues of a claim', run: (text) => judgeByValues(text, `${CLAIM} ${text}`) },
  { name: 'detectClaims', run: detectClaims },
  {
    name: 'a claim scan in pieces',
    run(text) {
      const scan = openClaimScan();
      for (let at = 0; at < text.length; at += 50) {
        scan.push(text.slice(at, at + 50));
        if (at % 1000 === 0) scan.likely();
      }
      scan.end();
    },
  },
  { name: 'claimProbability', run: claimProbability },
  { name: 'splitSentences', run: splitSentences },
  { name: 'normalizePost', run: normalizePost },
  { name: 'stripFeedMarks', run: stripFeedMarks },
  { name: 'isHashtags', run: isHashtags },
  { name: 'readLabel', run: (text) => readLabel(text, true) },
  { name: 'findAttribution', run: (text) => LANGUAGES.map((language) => findAttribution(text, language)) },
  {
    name: 'resolveDate',
    run: (text) => LANGUAGES.map((language) => resolveDate(text, language, '2024-05-08')),
  },
  { name: 'readDateline', run: readDateline },
  { name: 'findDay', run: (text) => findDay(text, 'de') },
  { name: 'dangles', run: (text) => LANGUAGES.map((language) => dangles(text, language)) },
  { name: 'namesSomething', run: (text) => namesSomething(text, 'en') },
  { name: 'stripTag', run: stripTag },
  { name: 'readPair', run: readPair },
  {
    name: 'openTableReader',
    run: ofSentences((text) => {
      const line = { start: 0, end: text.length, line: 1, paragraph: 1 };
      for (const kind of ['prose', 'table'] as const) openTableReader().read({ ...line, kind }, text, true);
    }),
  },
  {
    name: 'openReferenceWatch',
    run: ofSentences((text) =>
      openReferenceWatch().sees({ start: 0, end: text.length, kind: 'prose', line: 1, paragraph: 1 }, text),
    ),
  },
  { name: 'stateClaim', run: ofSentences((text) => stateClaim(text, openDiscourse())) },
  {
    name: 'judgeSentence',
    run(text) {
      // What was asked last is remembered.
      judgeSentence('x');
      judgeSentence(text);
    },
  },
  { name: 'categorize', run: ofSentences(categorize) },
  { name: 'findAskedClaim', run: findAskedClaim },
  { name: 'claimsNothing', run: ofSentences(claimsNothing) },
  { name: 'beginsFiction', run: beginsFiction },
  { name: 'readRequest', run: readRequest },
  { name: 'endsRole', run: endsRole },
  { name: 'isImpersonal', run: isImpersonal },
  {
    name: 'references',
    run(text) {
      const discourse = openDiscourse();
      remember(text, discourse);
      resolveReferences(text, discourse);
    },
  },
  { name: 'completeItem', run: ofSentences((text) => completeItem(text, openDiscourse())) },
  { name: 'readTitle', run: readTitle },
  { name: 'readQuestion', run: readQuestion },
  {
    name: 'quotations',
    run(text) {
      const watch = openQuotationWatch();
      watch.pass(text, true);
      watch.quoted(text, false);
    },
  },
  { name: 'languageOf', run: languageOf },
  { name: 'scoreForeign', run: scoreForeign },
  { name: 'withoutMarkup', run: (text) => withoutMarkup(text) },
  {
    name: 'findVerbatim',
    run: (text) =>
      findVerbatim(claimOf(CLAIM), CLAIM, [
        {
          item: { source: 'corpus', title: text, url: '', text },
          relevance: 1,
          ...{ excerpt: text, start: 0, hash: '' },
        },
      ]),
  },
  { name: 'decideTask', run: (text) => decideTask({ messages: [textMessage('user', text)] }, 'ground') },
  { name: 'weighWords, claim', run: (text) => weighWords(text, CLAIM) },
  { name: 'weighWords, passage', run: (text) => weighWords(CLAIM, text) },
  { name: 'cleanText', run: cleanText },
  { name: 'cleanLine', run: cleanLine },
  { name: 'readTerms', run: readTerms },
  { name: 'splitPassages', run: splitPassages },
  { name: 'memory index, query', run: (text) => index.search(text, 5) },
  { name: 'memory index, text', run: (text) => createMemoryIndex([{ title: 'a', text }]).search(CLAIM, 5) },
  { name: 'tokenF1', run: (text) => tokenF1(text, text) },
  { name: 'meteor', run: (text) => meteor(text, text) },
  { name: 'evaluation readWords', run: readWords },
  { name: 'nameRuns', run: (text) => nameRuns(text, readWords(text), () => true) },
  { name: 'scoreCoherence', run: (text) => scoreCoherence(text) },
  { name: 'scoreLocally', run: (text) => scoreLocally(extractionOf(text)) },
  { name: 'harmless', run: harmless },
  { name: 'example bank', run: (text) => bank.nearest(text, 3) },
  { name: 'fenceLine', run: (text) => fenceLine(text, 'aaa') },
  { name: 'newestText', run: (text) => newestText([textMessage('user', text)], 2_000) },
  { name: 'byRules', run: byRules },
  {
    name: 'normalizationQuestion',
    run: (text) => normalizationQuestion({ messages: [textMessage('user', text)], stream: false }, bank),
  },
  { name: 'quoteFor', run: (text) => quoteFor(text, CLAIM) },
  { name: 'quoteFor, claim', run: (text) => quoteFor(CLAIM, text) },
  { name: 'widenToSentences', run: (text) => widenToSentences(text, 100, 200) },
  { name: 'bareUrl', run: bareUrl },
  { name: 'termsOf', run: (text) => termsOf(text, 'en') },
  { name: 'coverage', run: (text) => coverage(termsOf(`a Ab ${CLAIM}`, 'en'), foldText(text)) },
  {
    name: 'rankItems',
    run: (text) => rankItems(CLAIM, 'en', [[{ source: 's', title: text, url: text, text }]]),
  },
  { name: 'scoreNormalization', run: (text) => scoreNormalization(CLAIM, text) },
  { name: 'scoreNormalization, claim', run: (text) => scoreNormalization(text, CLAIM) },
  { name: 'cleanItem', run: (text) => cleanItem('s', { title: text, url: 'https://a.example/', text }) },
  { name: 'cutText', run: (text) => cutText(text, 4000) },
  { name: 'cutClaim', run: (text) => cutClaim(text, key) },
  { name: 'removeSecrets', run: removeSecrets },
  { name: 'removeNumbersOfPeople', run: removeNumbersOfPeople },
  { name: 'guessLanguage', run: guessLanguage },
  { name: 'toPlainText', run: toPlainText },
  { name: 'readableText', run: (text) => [...readableText(text)] },
  { name: 'readableText of JSON', run: (text) => [...readableText(`{${text}"}`)] },
  { name: 'readableText of markup', run: (text) => [...readableText(`</p>${text}`)] },
  {
    name: 'asksForFrontEnd',
    run: (text) => asksForFrontEnd([textMessage('system', text), textMessage('user', text)]),
  },
  { name: 'contentWords', run: (text) => contentWords(text, 'en') },
  { name: 'wordQueries', run: (text) => wordQueries(text, 'en') },
  { name: 'readDate', run: readDate },
  { name: 'readXml', run: readShallow },
  { name: 'excerptOf', run: (text) => excerptOf(`${text}\n${CLAIM.repeat(25)}`, CLAIM) },
  {
    name: 'correctionFor',
    run(text) {
      const evidence = { source: 'a', kind: 'web', title: '', url: '', stance: 'refutes' } as const;
      const proposed = [CLAIM, text.slice(0, 20), text.slice(0, 300)].map((wrong) => ({
        wrong,
        right: text.slice(2, 9),
      }));
      for (const claim of [CLAIM, text.slice(0, 2_000)])
        correctionFor(claim, proposed, [{ ...evidence, quote: text }]);
    },
  },
  {
    name: 'cleanExplanation',
    run: (text) => cleanExplanation(text, { lines: [CLAIM], texts: [text.slice(0, 4000)] }),
  },
  // Of a judge's and a search's words, which are cut at 2,000 units.
  { name: 'withoutLinks', run: (text) => withoutLinks(text.slice(0, 2_000)) },
  { name: 'needsReading', run: (text) => needsReading({ text, original_text: text }, CLAIM) },
  { name: 'needsReading, before', run: (text) => needsReading({ text: CLAIM, original_text: CLAIM }, text) },
  {
    name: 'checkReading',
    run: (text) => checkReading(text, { text: `It ${text}`.slice(0, 900), original_text: text }, CLAIM),
  },
  {
    name: 'checkReading, context',
    run: (text) => checkReading(`Gold ${CLAIM}`, { text: CLAIM, original_text: CLAIM }, text),
  },
  {
    name: 'checkParts',
    run: (text) => checkParts([text, CLAIM], { text: `${CLAIM} ${text}`, original_text: text }, text),
  },
  { name: 'wordsOf', run: wordsOf },
  { name: 'cleanMessage', run: cleanMessage },
  { name: 'scrubKey', run: (text) => scrubKey(text, key) },
  {
    name: 'collectCitations',
    run(text) {
      const citations = collectCitations();
      citations.add({ url: 'https://a.example/', title: text, cited: text, said: text, age: text });
    },
  },
  {
    name: 'readReply of a search',
    run(text) {
      const annotation = {
        type: 'url_citation',
        url: 'https://a.example/',
        title: text,
        start_index: text.length,
      };
      readReply({
        output: [{ type: 'message', content: [{ type: 'output_text', text, annotations: [annotation] }] }],
      });
    },
  },
  { name: 'sandbox answer', run: ask },
  { name: 'splitTokens', run: splitTokens },
];
