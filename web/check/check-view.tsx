import { SafetyCertificateOutlined, StopOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { type DragEvent, type ReactElement, useMemo, useState } from 'react';
import { KeysDialog } from '../chat/dialogs.ts';
import { ModelPicker } from '../chat/model-picker.tsx';
import { ClaimList } from '../claims/claim-list.tsx';
import { useViewClaims, ViewClaimsContext } from '../claims/claim-mark.tsx';
import { type ShownClaim, showClaims } from '../claims/claim-state.ts';
import { CopyCorrected } from '../claims/copy-corrected.tsx';
import { ExportMenu } from '../claims/export-menu.tsx';
import { MarkedText } from '../claims/marked-text.tsx';
import { SentList } from '../claims/sent-list.tsx';
import { SummaryLine, VerdictBar } from '../claims/summary-line.tsx';
import { VerdictAnnouncer } from '../claims/verdict-announcer.tsx';
import { FailureNote } from '../shell/failure-note.tsx';
import { SourcePicker } from '../sources/source-picker.tsx';
import { WhereTextsGo } from '../sources/where-texts-go.tsx';
import { useChoice } from '../state/models.ts';
import { texts } from '../texts.ts';
import { type Check, LONGEST, stopCheck, useCheck, verifyText, writeText } from './check-store.ts';
import './check.css';

/** A text of anybody's: its claims as one types, their verdicts on demand. */
export function CheckView(): ReactElement {
  const check = useCheck();
  const choice = useChoice();
  const [selected, setSelected] = useState<string>();
  const [keysOpen, setKeysOpen] = useState(false);
  const { check: words } = texts;
  const verifying = check.work === 'verifying';
  const claims = useMemo(() => showClaims(check.claims, 'text', verifying), [check.claims, verifying]);
  const viewClaims = useViewClaims(claims, selected, setSelected);
  const verify = (): void => {
    if (choice !== undefined) void verifyText({ provider: choice.provider, id: choice.model.model_id });
  };
  return (
    <ViewClaimsContext value={viewClaims}>
      <div className="page">
        <div className="page-inner">
          <header className="page-head">
            <div>
              <h1 className="page-title">{words.title}</h1>
              <p className="faint">{words.intro}</p>
            </div>
          </header>
          <div className="check">
            <div className="check-side">
              <CheckInput check={check} canVerify={choice !== undefined} onVerify={verify} />
              <WhereTextsGo view="check" />
              {check.failure === undefined ? null : (
                <FailureNote facts={check.failure} ways={{ key: () => setKeysOpen(true), retry: verify }} />
              )}
              {claims.length === 0 ? null : (
                <section className="panel" aria-label={words.marked}>
                  <div className="check-marked-head">
                    <h2>{words.marked}</h2>
                    <CopyCorrected metadata={check.metadata} />
                  </div>
                  <div className="check-marked">
                    <MarkedText text={check.text} claims={claims} />
                  </div>
                </section>
              )}
            </div>
            <CheckedClaims check={check} claims={claims} selected={selected} onSelect={setSelected} />
          </div>
        </div>
      </div>
      <VerdictAnnouncer claims={claims} running={verifying} />
      <KeysDialog open={keysOpen} onClose={() => setKeysOpen(false)} />
    </ViewClaimsContext>
  );
}

function CheckInput({
  check,
  canVerify,
  onVerify,
}: {
  check: Check;
  canVerify: boolean;
  onVerify: () => void;
}): ReactElement {
  const { check: words } = texts;
  const hasText = check.text.trim() !== '';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short cut for pasting.
    <div className="panel check-input" onDragOver={allowDrop} onDrop={takeDrop}>
      <Input.TextArea
        dir="auto"
        aria-label={words.label}
        placeholder={words.placeholder}
        variant="borderless"
        autoFocus
        autoSize={{ minRows: 7, maxRows: 16 }}
        value={check.text}
        onChange={(event) => writeText(event.target.value)}
      />
      <div className="check-bar">
        <ModelPicker />
        <SourcePicker />
        <span className="faint small check-count" role="status">
          {describeState(check)}
        </span>
        <div className="check-ways">
          {hasText ? (
            <Button type="text" onClick={() => writeText('')}>
              {words.clear}
            </Button>
          ) : (
            <Button type="text" onClick={() => writeText(words.exampleText)}>
              {words.example}
            </Button>
          )}
          {check.work === 'verifying' ? (
            <Button icon={<StopOutlined aria-hidden />} onClick={stopCheck}>
              {words.stop}
            </Button>
          ) : (
            <Button
              type="primary"
              icon={<SafetyCertificateOutlined aria-hidden />}
              disabled={!hasText || !canVerify}
              onClick={onVerify}
            >
              {words.verify}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

function describeState({ cut, work, text }: Check): string {
  const { check: words } = texts;
  if (cut) return words.tooLong;
  if (work === 'finding') return words.finding;
  return text.trim() === '' ? '' : words.characters(text.length, LONGEST);
}

function CheckedClaims({
  check,
  claims,
  selected,
  onSelect,
}: {
  check: Check;
  claims: readonly ShownClaim[];
  selected: string | undefined;
  onSelect: (key: string) => void;
}): ReactElement {
  return (
    <section className="check-claims" aria-label={texts.claims.panel}>
      {claims.length === 0 ? (
        <p className="faint check-none">
          {check.text.trim() !== '' && check.work === 'none' ? texts.claims.none : texts.claims.noneYet}
        </p>
      ) : (
        <>
          <div className="panel check-summary">
            <div className="check-summary-line">
              <SummaryLine claims={claims} metadata={check.metadata} />
              <ExportMenu of={check} disabled={check.work === 'verifying'} />
            </div>
            <VerdictBar claims={claims} />
          </div>
          <ClaimList claims={claims} selected={selected} onSelect={onSelect} />
          <SentList searches={check.metadata?.searches} />
        </>
      )}
    </section>
  );
}

function allowDrop(event: DragEvent): void {
  if (event.dataTransfer.types.includes('Files')) event.preventDefault();
}

function takeDrop(event: DragEvent): void {
  const file = event.dataTransfer.files[0];
  if (file === undefined) return;
  event.preventDefault();
  // UTF-8 takes four bytes a character at most.
  void file
    .slice(0, LONGEST * 4)
    .text()
    .then(writeText);
}
