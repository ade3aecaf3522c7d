import { memo, type ReactElement, startTransition, useEffect, useState } from 'react';
import { texts } from '../texts.ts';
import type { CodeToken } from './code-tokens.ts';
import { colourCode } from './colour-code.ts';
import { CopyButton } from './copy-button.tsx';
import { cutPieces } from './cut-pieces.ts';

/** Code, with colours when all of it is there. */
export const CodeBlock = memo(function CodeBlock({
  code,
  language,
  growing,
}: {
  code: string;
  language: string;
  growing: boolean;
}): ReactElement {
  const tokens = useTokens(code, language, growing);
  return (
    <div className="code">
      <div className="code-head">
        <span>{language === '' ? texts.chat.code : language}</span>
        <CopyButton text={code} label={texts.chat.copyCode} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <pre tabIndex={0}>
        <code>
          {tokens === undefined
            ? cutPieces([[code]]).map(([token], index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place.
                <CodePiece key={index} text={token?.[0] ?? ''} />
              ))
            : tokens.map((piece, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above.
                <ColouredPiece key={index} tokens={piece} />
              ))}
        </code>
      </pre>
    </div>
  );
});

/** @returns the pieces of code that no longer grows, once they have been read. */
function useTokens(code: string, language: string, growing: boolean): CodeToken[][] | undefined {
  const [read, setRead] = useState<{ readonly code: string; readonly pieces: CodeToken[][] }>();
  useEffect(() => {
    if (growing) return;
    let wanted = true;
    void colourCode(code, language).then((tokens) => {
      if (!wanted || tokens === undefined) return;
      const pieces = cutPieces(tokens);
      startTransition(() => setRead({ code, pieces }));
    });
    return () => {
      wanted = false;
    };
  }, [code, language, growing]);
  return read?.code === code ? read.pieces : undefined;
}

const CodePiece = memo(function CodePiece({ text }: { text: string }): ReactElement {
  return <span className="code-piece">{text}</span>;
});

const ColouredPiece = memo(function ColouredPiece({
  tokens,
}: {
  tokens: readonly CodeToken[];
}): ReactElement {
  return (
    <span className="code-piece">
      {tokens.map(([text, kind], index) =>
        kind === undefined ? (
          text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: code that is read does not change.
          <span key={index} className={`code-${kind}`}>
            {text}
          </span>
        ),
      )}
    </span>
  );
});
