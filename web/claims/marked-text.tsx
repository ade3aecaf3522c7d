import { memo, type ReactElement, type ReactNode } from 'react';
import { ClaimMark } from './claim-mark.tsx';
import type { ShownClaim } from './claim-state.ts';
import { NearOnly } from './near-only.tsx';
import { type MarkPlace, type Piece, splitMarked } from './split-marked.ts';

/** Plain text with its claims marked in place; of a long one, the marks are drawn where they are near. */
export const MarkedText = memo(function MarkedText({
  text,
  claims,
  wanted,
}: {
  text: string;
  claims: readonly ShownClaim[];
  /** Key of a claim whose mark is drawn wherever it stands. */
  wanted?: string | undefined;
}): ReactElement {
  const blocks = splitMarked(text, claims);
  return (
    <div className="marked-text" dir="auto">
      {blocks.map((pieces, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text has no other order than its own.
        <div key={index} className={blocks.length > 1 ? 'marked-block' : undefined}>
          {pieces.map((piece, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nor have the pieces of a paragraph.
            <MarkedPiece key={at} piece={piece} now={index + at === 0} wanted={wanted} />
          ))}
        </div>
      ))}
    </div>
  );
});

interface PieceProps {
  readonly piece: Piece;
  readonly now: boolean;
  readonly wanted: string | undefined;
}

const isWanted = ({ piece, now, wanted }: PieceProps): boolean =>
  now || (wanted !== undefined && piece.marks.some(({ key }) => key === wanted));

const isSamePiece = (before: PieceProps, after: PieceProps): boolean =>
  before.piece.text === after.piece.text &&
  isWanted(before) === isWanted(after) &&
  before.piece.marks.length === after.piece.marks.length &&
  before.piece.marks.every((mark, index) => isSameMark(mark, after.piece.marks[index]));

const isSameMark = (mark: MarkPlace, other: MarkPlace | undefined): boolean =>
  mark.key === other?.key && mark.start === other.start && mark.end === other.end;

/** An edit of a long text leaves most pieces as they are. */
const MarkedPiece = memo(function MarkedPiece(props: PieceProps): ReactElement {
  const { text, marks } = props.piece;
  return (
    <NearOnly as="span" now={isWanted(props)} away={text}>
      {() => markIn(text, marks)}
    </NearOnly>
  );
}, isSamePiece);

function markIn(text: string, marks: readonly MarkPlace[]): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { key, start, end } of marks) {
    parts.push(text.slice(at, start));
    parts.push(
      <ClaimMark key={key} claimKey={key}>
        {text.slice(start, end)}
      </ClaimMark>,
    );
    at = end;
  }
  parts.push(text.slice(at));
  return parts;
}
