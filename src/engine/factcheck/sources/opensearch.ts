/**
 * An archive in OpenSearch or Elasticsearch: `POST INDEX/_search`, which both read alike.
 *
 * https://docs.opensearch.org/latest/api-reference/search-apis/search/
 * https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-search
 */
import type { EvidenceKind } from '../../../domain/claim.ts';
import { WireError } from '../../../models/wire/wire-error.ts';
import { bestPassages } from './best-passages.ts';
import type { Embed } from './embed.ts';
import { fillQuery, needsVector, type QueryTemplate, templateFault } from './fill-query.ts';
import type { Ask, FoundItem, OutsideSource } from './outside-source.ts';
import { contentWords } from './query-words.ts';
import { at, listAt } from './read-reply.ts';
import { type EvidenceQuery, SourceError } from './source.ts';

export interface OpenSearchArchive {
  readonly name: string;
  readonly about: string;
  readonly evidence: EvidenceKind;
  /** A name, an alias, or several with commas. */
  readonly index: string;
  /** Names of fields; dots lead into objects. */
  readonly fields: {
    readonly text: string;
    readonly title?: string | undefined;
    readonly link?: string | undefined;
    readonly date?: string | undefined;
  };
  /** The operator's own, in place of the usual one. */
  readonly query?: QueryTemplate;
  /** How its key is sent: behind `ApiKey`, behind `Bearer`, or as user and password. */
  readonly scheme: 'ApiKey' | 'Bearer' | 'Basic';
}

const RATE = 100;
/** Parts of a text that is too long to be sent whole, and UTF-16 units of each. */
const FRAGMENTS = 3;
const FRAGMENT = 1_500;

/** @throws Error in one line where the query cannot be used. */
export function describeOpenSearch(archive: OpenSearchArchive, embed: Embed | undefined): OutsideSource {
  const { name, query } = archive;
  const fault = query && templateFault(query);
  if (fault !== undefined) throw new Error(`sources.${name}.query: ${fault}`);
  const asksVector = query !== undefined && needsVector(query);
  if (asksVector && embed === undefined) {
    throw new Error(`sources.${name}.embeddings: is required where the query has {vector}`);
  }
  /** Texts that came were longer than a reply may be: from then on their best parts are asked for. */
  let isLong = false;
  return {
    name,
    about: archive.about,
    kind: archive.evidence,
    documentation: 'https://docs.opensearch.org/latest/api-reference/search-apis/search/',
    key: 'optional',
    keyGoesTo: { header: 'authorization', scheme: archive.scheme },
    rate: RATE,
    withoutLinks: true,
    async search(asked, ask, signal = new AbortController().signal) {
      const vector = asksVector ? await embed?.(asked.text, signal) : undefined;
      const clause = queryOf(archive, asked, vector);
      const hits = await searchHits(clause, asked, ask);
      return bestPassages(asked.text, hits);
    },
    failures: [
      { status: [404], fault: 'refused', message: `has no index ${archive.index}` },
      { status: [400], fault: 'refused', message: 'cannot read the query: check query, fields and index' },
    ],
  };

  async function searchHits(clause: unknown, asked: EvidenceQuery, ask: Ask): Promise<readonly FoundItem[]> {
    const send = async (parts: boolean): Promise<readonly FoundItem[]> => {
      const reply = await ask({
        path: `/${encodeURIComponent(archive.index).replaceAll('%2C', ',')}/_search`,
        json: requestOf(archive, clause, asked.limit, parts),
      });
      return readHits(archive, reply);
    };
    if (isLong) return send(true);
    try {
      return await send(false);
    } catch (error) {
      if (!isTooLarge(error)) throw error;
      isLong = true;
      return send(true);
    }
  }
}

function queryOf(
  { fields, query }: OpenSearchArchive,
  { text, language, limit }: EvidenceQuery,
  vector: readonly number[] | undefined,
): unknown {
  if (query !== undefined) {
    const words = contentWords(text, language).join(' ');
    return fillQuery(query, { text, words, limit, ...(vector === undefined ? {} : { vector }) });
  }
  // Both are analyzed: nothing in the text is syntax, and words that all texts have count for little.
  if (fields.title === undefined) return { match: { [fields.text]: { query: text } } };
  return {
    multi_match: { query: text, fields: [fields.text, fields.title], type: 'best_fields', tie_breaker: 0.3 },
  };
}

function requestOf({ fields }: OpenSearchArchive, query: unknown, size: number, parts: boolean): object {
  const { text, title, link, date } = fields;
  const wanted = [title, link, date, ...(parts ? [] : [text])].filter((field) => field !== undefined);
  return {
    size,
    query,
    _source: wanted,
    track_total_hits: false,
    ...(parts
      ? {
          highlight: {
            pre_tags: [''],
            post_tags: [''],
            order: 'score',
            fields: {
              [text]: {
                number_of_fragments: FRAGMENTS,
                fragment_size: FRAGMENT,
                no_match_size: FRAGMENT,
                type: 'unified',
                boundary_scanner: 'sentence',
              },
            },
          },
        }
      : {}),
  };
}

function readHits({ name, fields }: OpenSearchArchive, reply: unknown): readonly FoundItem[] {
  const hits = listAt(reply, 'hits.hits');
  if (hits.length === 0 && at(reply, 'timed_out') === true) {
    throw new SourceError(name, 'timeout', 'ran out of its own time');
  }
  if (at(reply, 'hits') === undefined) throw new SourceError(name, 'malformed', 'the reply has no hits');
  return hits.flatMap((hit): readonly FoundItem[] => {
    const source = hit._source;
    const fieldOf = (field: string | undefined): unknown =>
      field === undefined ? undefined : valueAt(source, field);
    const item = {
      title: oneOf(fieldOf(fields.title)),
      url: oneOf(fieldOf(fields.link)),
      published: oneOf(fieldOf(fields.date)),
    };
    const parts = at(hit, 'highlight', fields.text);
    if (Array.isArray(parts)) return parts.map((text) => ({ ...item, text }));
    const text = fieldOf(fields.text);
    // A field may have several values, which are paragraphs then.
    return [{ ...item, text: Array.isArray(text) ? text.join('\n\n') : text }];
  });
}

/** A field's name may hold dots, or lead into objects by them. */
function valueAt(source: unknown, field: string): unknown {
  return at(source, field) ?? at(source, ...field.split('.'));
}

function oneOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}

function isTooLarge(error: unknown): boolean {
  const cause = error instanceof SourceError ? error.cause : undefined;
  return cause instanceof WireError && cause.fault === 'too_large';
}
