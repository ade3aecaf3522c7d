import XMarkdown, { type XMarkdownProps } from '@ant-design/x-markdown';
import { memo, type ReactElement, type ReactNode, useMemo, useRef } from 'react';
import { ClaimMark } from '../claims/claim-mark.tsx';
import type { ShownClaim } from '../claims/claim-state.ts';
import { pageAddress } from '../claims/page-address.ts';
import { texts } from '../texts.ts';
import { CodeBlock } from './code-block.tsx';
import { Footnote, NoteLink, NotesContext, useNotes } from './footnotes.tsx';
import { Formula } from './formula.tsx';
import { markSource, type Span } from './mark-source.ts';
import { MARKDOWN } from './read-markdown.ts';
import { type Block, splitBlocks } from './split-blocks.ts';
import { useSideScroll } from './use-side-scroll.ts';
import './answer-text.css';

/**
 * An answer's markdown, with its claims marked in place. Raw HTML stands as text, images become links (an
 * image would show another host that it was read), links lead to pages alone.
 */
export const AnswerText = memo(function AnswerText({
  text,
  claims,
  growing,
}: {
  text: string;
  claims: readonly ShownClaim[];
  growing: boolean;
}): ReactElement {
  const blocks = useBlocks(text);
  const notes = useNotes(blocks);
  const claimsBy = useMemo(() => [...claims].sort((a, b) => a.start - b.start), [claims]);
  const runs: ReactElement[] = [];
  for (let from = 0; from < blocks.length; from += RUN) {
    const run = blocks.slice(from, from + RUN);
    runs.push(
      <BlockRun
        key={from}
        blocks={run}
        claims={claimsWithin(run, claimsBy)}
        growing={growing && from + RUN >= blocks.length}
      />,
    );
  }
  return (
    <NotesContext value={notes}>
      <div className="answer-text">{runs}</div>
    </NotesContext>
  );
});

/** Blocks that are compared, laid out and painted as one: an answer of 100,000 characters has many hundreds. */
const RUN = 24;

interface BlockRunProps {
  readonly blocks: readonly Block[];
  /** Those that begin in one of the blocks, by their start. */
  readonly claims: readonly ShownClaim[];
  readonly growing: boolean;
}

const BlockRun = memo(
  function BlockRun({ blocks, claims, growing }: BlockRunProps): ReactElement {
    return (
      <div className={growing ? 'block-run growing' : 'block-run'}>
        {blocks.map((block, index) => (
          <BlockText
            key={block.start}
            kind={block.kind}
            source={block.source}
            code={block.code}
            language={block.language}
            spans={spansWithin(block, claims)}
            growing={growing && index === blocks.length - 1}
          />
        ))}
      </div>
    );
  },
  (before, now) =>
    before.growing === now.growing &&
    sameItems(before.blocks, now.blocks) &&
    sameItems(before.claims, now.claims),
);

function sameItems<T>(before: readonly T[], now: readonly T[]): boolean {
  return before.length === now.length && before.every((item, index) => item === now[index]);
}

/** @param claims by their start. */
function claimsWithin(blocks: readonly Block[], claims: readonly ShownClaim[]): readonly ShownClaim[] {
  const first = blocks[0];
  const last = blocks.at(-1);
  if (first === undefined || last === undefined) return [];
  const from = firstFrom(claims, first.start);
  return claims.slice(from, firstFrom(claims, last.start + last.source.length));
}

/** @returns the index of the first claim that starts there or later. */
function firstFrom(claims: readonly ShownClaim[], start: number): number {
  let low = 0;
  let high = claims.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((claims[middle] as ShownClaim).start < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** As a string, so that a block whose claims are the same is not drawn anew. */
function spansWithin({ start, source }: Block, claims: readonly ShownClaim[]): string {
  const spans: Span[] = claims
    .filter((claim) => claim.start >= start && claim.start < start + source.length)
    .map((claim) => ({ key: claim.key, start: claim.start - start, end: claim.end - start }));
  return spans.length === 0 ? '' : JSON.stringify(spans);
}

/** The blocks of a text that grows: what is before its last block is not read again. */
function useBlocks(text: string): readonly Block[] {
  const known = useRef<{ readonly text: string; readonly blocks: readonly Block[] }>({
    text: '',
    blocks: [],
  });
  if (known.current.text !== text) {
    const { text: before, blocks } = known.current;
    known.current = { text, blocks: splitBlocks(text, text.startsWith(before) ? blocks : []) };
  }
  return known.current.blocks;
}

interface BlockProps {
  readonly kind: Block['kind'];
  readonly source: string;
  readonly code: string | undefined;
  readonly language: string | undefined;
  readonly spans: string;
  readonly growing: boolean;
}

const BlockText = memo(function BlockText({ kind, source, code, language, spans, growing }: BlockProps) {
  if (kind === 'code') return <CodeBlock code={code ?? ''} language={language ?? ''} growing={growing} />;
  const marked = markSource(source, spans === '' ? [] : (JSON.parse(spans) as Span[]));
  return (
    <XMarkdown
      content={marked}
      config={CONFIG}
      components={COMPONENTS}
      dompurifyConfig={PURIFY}
      disableDefaultStyles
      escapeRawHtml
      streaming={growing ? GROWING : STILL}
    />
  );
});

const GROWING = { hasNextChunk: true } as const;
const STILL = { hasNextChunk: false } as const;

/** What markdown comes to, and nothing else: no form, no picture, no style. `COMPONENTS` are allowed beside it. */
const PURIFY = {
  ALLOWED_TAGS: [
    ...['p', 'br', 'hr', 'blockquote', 'pre', 'code', 'em', 'strong', 'del', 'h5', 'h6', 'li'],
    ...['thead', 'tbody', 'tr', 'th', 'td'],
  ],
  ALLOWED_ATTR: ['href', 'start', 'align', 'data-key', 'data-tex', 'data-note'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

const CONFIG = MARKDOWN as unknown as NonNullable<XMarkdownProps['config']>;

interface Part {
  readonly children?: ReactNode;
}

function Link({ href, children }: Part & { href?: string }): ReactElement {
  // A model knows nothing of this host: what has none of its own leads nowhere.
  const url = /^https?:/i.test(href ?? '') ? pageAddress(href) : undefined;
  if (url === undefined) return <span>{children}</span>;
  return (
    <a href={url} target="_blank" rel="noreferrer noopener nofollow">
      {children}
    </a>
  );
}

function MarkedClaim(props: Part & { 'data-key'?: string }): ReactElement {
  const key = decodeURIComponent(props['data-key'] ?? '');
  return <ClaimMark claimKey={key}>{props.children}</ClaimMark>;
}

/** Headings of an answer come below those of the page. */
const heading = (level: 3 | 4 | 5 | 6) =>
  function Heading({ children }: Part): ReactElement {
    const Tag = `h${level}` as const;
    return <Tag>{children}</Tag>;
  };

function MarkedFormula(props: { 'data-tex'?: string }): ReactElement {
  return <Formula source={decodeURIComponent(props['data-tex'] ?? '')} />;
}

function NamedLink(props: { 'data-note'?: string }): ReactElement {
  return <NoteLink name={decodeURIComponent(props['data-note'] ?? '')} />;
}

function NamedFootnote(props: Part & { 'data-note'?: string }): ReactElement {
  return <Footnote name={decodeURIComponent(props['data-note'] ?? '')}>{props.children}</Footnote>;
}

function ScrollingTable({ children }: Part): ReactElement {
  return (
    <div className="table-scroll" {...useSideScroll<HTMLDivElement>(texts.chat.table)}>
      <table>{children}</table>
    </div>
  );
}

/** The marks of a list stand where its script begins. */
const list = (Tag: 'ul' | 'ol') =>
  function List({ children, start }: Part & { start?: string }): ReactElement {
    const begin = Tag === 'ol' && start !== undefined ? { start: Number(start) } : {};
    return (
      <Tag dir="auto" {...begin}>
        {children}
      </Tag>
    );
  };

const COMPONENTS = {
  a: Link,
  'claim-mark': MarkedClaim,
  'tex-formula': MarkedFormula,
  'note-link': NamedLink,
  'foot-note': NamedFootnote,
  h1: heading(3),
  h2: heading(4),
  h3: heading(5),
  h4: heading(6),
  ul: list('ul'),
  ol: list('ol'),
  table: ScrollingTable,
} as unknown as NonNullable<XMarkdownProps['components']>;
