import { memo, type ReactElement } from 'react';
import { texts } from '../texts.ts';
import { CopyButton } from './copy-button.tsx';

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
        <span>{language}</span>
        <CopyButton text={code} label={texts.chat.copyCode} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
    </div>
  );
});
