import { SafetyCertificateOutlined, StopOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type DragEvent, type ReactElement, useEffect, useRef } from 'react';
import { KeysButton } from '../chat/keys-button.tsx';
import { ModelPicker } from '../chat/model-picker.tsx';
import { estimateRest } from '../claims/check-rest.ts';
import { isUnchecked } from '../claims/claim-state.ts';
import { SourcePicker } from '../sources/source-picker.tsx';
import { useMaxClaims } from '../sources/source-store.ts';
import { useSettings } from '../state/settings.ts';
import { texts } from '../texts.ts';
import {
  getCheck,
  LONGEST,
  replaceText,
  stopCheck,
  undoReplace,
  useCheck,
  verifyText,
  writeText,
} from './check-store.ts';
import { DocumentBar } from './document-bar.tsx';
import { openDocument } from './document-store.ts';

const { check: words } = texts;

export function CheckInput({ canCheck, onKeys }: { canCheck: boolean; onKeys: () => void }): ReactElement {
  const verifying = useCheck(({ work }) => work === 'verifying');
  const hasText = useCheck(({ text }) => text.trim() !== '');
  const checked = useCheck(({ found }) => !found.claims.every(isUnchecked));
  const replaced = useCheck((check) => check.replaced !== undefined);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short cut for pasting.
    <div className="panel check-input" onDragOver={allowDrop} onDrop={takeDrop}>
      <DocumentBar />
      <TextBox />
      <div className="check-bar">
        <ModelPicker />
        <SourcePicker />
        <KeysButton onKeys={onKeys} short />
        <Length />
        <span className="faint small" role="status">
          {useCheck(describeState)}
        </span>
        <div className="check-ways">
          {replaced ? (
            <Button type="text" onClick={undoReplace}>
              {texts.undo}
            </Button>
          ) : null}
          {hasText ? (
            <Button type="text" onClick={() => replaceText('')}>
              {words.clear}
            </Button>
          ) : (
            <Button type="text" onClick={() => replaceText(words.exampleText)}>
              {words.example}
            </Button>
          )}
          {verifying ? (
            <Button icon={<StopOutlined aria-hidden />} onClick={stopCheck}>
              {words.stop}
            </Button>
          ) : (
            <Button
              type={checked ? 'default' : 'primary'}
              icon={<SafetyCertificateOutlined aria-hidden />}
              disabled={!hasText || !canCheck}
              onClick={() => void verifyText()}
            >
              {words.verify}
            </Button>
          )}
        </div>
      </div>
      <FirstCost />
    </div>
  );
}

/** The browser's own: React has no part in what is typed, however long the text is. */
function TextBox(): ReactElement {
  const box = useRef<HTMLTextAreaElement>(null);
  /** Whether a text is pasted over all that is there: that is another check. */
  const replacing = useRef(false);
  const version = useCheck((check) => check.version);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is a text from elsewhere.
  useEffect(() => {
    const { text } = getCheck();
    if (box.current !== null && box.current.value !== text) box.current.value = text;
  }, [version]);
  return (
    <textarea
      ref={box}
      dir="auto"
      aria-label={words.label}
      placeholder={words.placeholder}
      // biome-ignore lint/a11y/noAutofocus: the view is for writing into it.
      autoFocus
      onPaste={({ currentTarget: { selectionStart, selectionEnd, value } }) => {
        replacing.current = value.trim() !== '' && selectionStart === 0 && selectionEnd === value.length;
      }}
      onInput={(event) => {
        (replacing.current ? replaceText : writeText)(event.currentTarget.value);
        replacing.current = false;
      }}
    />
  );
}

function Length(): ReactElement {
  const length = useCheck(({ text }) => text.length);
  return (
    <span className="faint small check-count">{length === 0 ? '' : words.characters(length, LONGEST)}</span>
  );
}

function describeState({ cut, work, text, replaced }: ReturnType<typeof getCheck>): string {
  if (cut) return words.tooLong;
  if (work === 'finding') return words.finding;
  if (replaced === undefined) return '';
  return text === '' ? words.cleared : words.replaced;
}

/** What the first check of a text will take. */
function FirstCost(): ReactElement | null {
  const { claims } = useCheck((check) => check.found);
  const most = useMaxClaims();
  const limit = Math.min(useSettings().maxClaims ?? most, most);
  const idle = useCheck(({ work }) => work !== 'verifying');
  if (!idle || claims.length === 0 || !claims.every(isUnchecked)) return null;
  const checked = claims.slice(0, limit);
  const { requests, tokens } = estimateRest([checked], undefined, limit);
  return (
    <p className="faint small check-cost">
      {words.firstCost(checked.length, claims.length, texts.claims.restCost(requests, tokens))}
    </p>
  );
}

function allowDrop(event: DragEvent): void {
  if (event.dataTransfer.types.includes('Files')) event.preventDefault();
}

function takeDrop(event: DragEvent): void {
  const file = event.dataTransfer.files[0];
  if (file === undefined) return;
  event.preventDefault();
  void openDocument(file);
}
