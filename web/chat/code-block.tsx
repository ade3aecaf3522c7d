import { memo, type ReactElement } from 'react';
import { texts } from '../texts.ts';
import { CopyButton } from './copy-button.tsx';

/** Lines that are drawn as one: while code grows, only its last piece is drawn anew. */
const PIECE = 60;

export const CodeBlock = memo(function CodeBlock({
  code,
  language,
}: {
  code: string;
  language: string;
}): ReactElement {
  return (
    <div className="code">
      <div className="code-head">
        <span>{language === '' ? texts.chat.code : language}</span>
        <CopyButton text={code} label={texts.chat.copyCode} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <pre tabIndex={0}>
        <code>
          {cutPieces(code).map((piece, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place.
            <CodePiece key={index} text={piece} />
          ))}
        </code>
      </pre>
    </div>
  );
});

const CodePiece = memo(function CodePiece({ text }: { text: string }): ReactElement {
  return <span className="code-piece">{text}</span>;
});

function cutPieces(code: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  let lines = 0;
  for (let at = code.indexOf('\n'); at !== -1; at = code.indexOf('\n', at + 1)) {
    lines += 1;
    if (lines % PIECE !== 0) continue;
    pieces.push(code.slice(start, at + 1));
    start = at + 1;
  }
  if (start < code.length) pieces.push(code.slice(start));
  return pieces;
}
