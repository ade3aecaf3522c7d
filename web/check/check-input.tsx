import { PauseOutlined, SafetyCertificateOutlined, StopOutlined } from '@ant-design/icons';
import { Button, Checkbox, Select } from 'antd';
import { type DragEvent, memo, type ReactElement, useEffect, useMemo, useRef } from 'react';
import type { Claim } from '../api/types.ts';
import { KeysButton } from '../chat/keys-button.tsx';
import { ModelPicker } from '../chat/model-picker.tsx';
import { estimateRest } from '../claims/check-rest.ts';
import { isUnchecked } from '../claims/claim-state.ts';
import { findDistinct } from '../claims/distinct-claims.ts';
import { useFocusAtFirst } from '../shell/use-focus-at-first.ts';
import { SourcePicker } from '../sources/source-picker.tsx';
import { useMaxClaims } from '../sources/source-store.ts';
import { asksOwnJudge, useModels } from '../state/models.ts';
import { changeSettings, useSettings } from '../state/settings.ts';
import { texts } from '../texts.ts';
import {
  getCheck,
  LONGEST,
  pauseCheck,
  replaceText,
  stopCheck,
  takesSeveral,
  undoReplace,
  useCheck,
  verifyText,
  writeText,
} from './check-store.ts';
import { DocumentBar } from './document-bar.tsx';
import { openDocument } from './document-store.ts';

const { check: words } = texts;

/** Where a text is written. Verdicts that come in do not draw it anew. */
export const CheckInput = memo(function CheckInput({
  canCheck,
  onKeys,
}: {
  readonly canCheck: boolean;
  readonly onKeys: () => void;
}): ReactElement {
  const verifying = useCheck(({ work }) => work === 'verifying');
  const hasText = useCheck(({ text }) => text.trim() !== '');
  const checked = useCheck(({ found }) => !found.claims.every(isUnchecked));
  const replaced = useCheck((check) => check.replaced !== undefined);
  const limit = useMaxClaims();
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
            <HaltCheck />
          ) : (
            <Button
              type={checked ? 'default' : 'primary'}
              icon={<SafetyCertificateOutlined aria-hidden />}
              disabled={!hasText || !canCheck}
              onClick={() => void verifyText(limit)}
            >
              {words.verify}
            </Button>
          )}
        </div>
      </div>
      <FirstCost />
    </div>
  );
});

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
  useFocusAtFirst(() => box.current);
  return (
    <textarea
      ref={box}
      dir="auto"
      aria-label={words.label}
      placeholder={words.placeholder}
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

/** A check of several requests can be gone on with. */
function HaltCheck(): ReactElement {
  const limit = useMaxClaims();
  const several = useCheck(({ found }) => takesSeveral(found.claims, limit));
  if (several) {
    return (
      <Button icon={<PauseOutlined aria-hidden />} onClick={pauseCheck}>
        {words.pause}
      </Button>
    );
  }
  return (
    <Button icon={<StopOutlined aria-hidden />} onClick={stopCheck}>
      {words.stop}
    </Button>
  );
}

/** What the first check of a text will take. */
function FirstCost(): ReactElement | null {
  const { claims } = useCheck((check) => check.found);
  const idle = useCheck(({ work }) => work !== 'verifying');
  return idle && claims.length > 0 && claims.every(isUnchecked) ? <CostOf claims={claims} /> : null;
}

/** @param claims none of which is checked. */
function CostOf({ claims }: { claims: readonly Claim[] }): ReactElement {
  const most = useMaxClaims();
  const settings = useSettings();
  const { hasJudge } = useModels();
  const limit = Math.min(settings.maxClaims ?? most, most);
  // As the list counts them: one that stands in several places is one.
  const all = useMemo(() => findDistinct(claims).length, [claims]);
  const isMore = claims.length > limit;
  const whole = takesSeveral(claims, most);
  const cost = useMemo(
    () => estimateRest([whole ? claims : claims.slice(0, limit)], undefined, limit),
    [whole, claims, limit],
  );
  return (
    <div className="check-cost">
      {isMore && settings.maxClaims === null ? (
        <Select
          size="small"
          aria-label={words.first.label}
          value={settings.checkFirst}
          onChange={(checkFirst) => changeSettings({ checkFirst })}
          options={[
            { value: 'worth', label: words.first.worth(all) },
            { value: 'place', label: words.first.place(all) },
            { value: 'few', label: words.first.few(limit) },
          ]}
          popupMatchSelectWidth={false}
        />
      ) : null}
      {hasJudge ? (
        <Checkbox
          checked={settings.ownJudge}
          onChange={({ target }) => changeSettings({ ownJudge: target.checked })}
        >
          {words.ownJudge}
        </Checkbox>
      ) : null}
      <p className="faint small">
        {words.firstCost(
          whole ? all : Math.min(limit, all),
          all,
          asksOwnJudge(settings)
            ? words.noTokens(cost.requests)
            : texts.claims.restCost(cost.requests, cost.tokens),
        )}
      </p>
    </div>
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
