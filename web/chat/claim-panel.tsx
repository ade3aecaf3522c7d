import { CloseOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { memo, type ReactElement, type ReactNode } from 'react';
import { ClaimList } from '../claims/claim-list.tsx';
import type { ShownClaim } from '../claims/claim-state.ts';
import { SummaryLine, VerdictBar } from '../claims/summary-line.tsx';
import { texts } from '../texts.ts';
import type { Message } from './conversation.ts';

/** The claims of a question and its answer, and what was found for them. */
export const ClaimPanel = memo(function ClaimPanel({
  question,
  answer,
  metadata,
  open,
  selected,
  onSelect,
}: {
  question: readonly ShownClaim[];
  answer: readonly ShownClaim[];
  metadata: Message['metadata'];
  open: boolean;
  selected: string | undefined;
  onSelect: (key: string) => void;
}): ReactElement {
  const { claims: words } = texts;
  if (question.length + answer.length === 0) {
    return <p className="faint panel-empty">{open ? words.noneYet : words.none}</p>;
  }
  return (
    <div className="panel-body">
      <VerdictBar claims={[...question, ...answer]} />
      <SummaryLine claims={[...question, ...answer]} metadata={metadata} />
      {question.length === 0 ? null : (
        <>
          <h3>{words.yours}</h3>
          <ClaimList claims={question} selected={selected} onSelect={onSelect} />
        </>
      )}
      {answer.length === 0 ? null : (
        <>
          <h3>{words.answers}</h3>
          <ClaimList claims={answer} selected={selected} onSelect={onSelect} />
        </>
      )}
      {metadata === undefined || metadata.mode !== 'verify' ? null : (
        <p className="faint small">
          {words.confidence(metadata.confidence_score, metadata.calibrated !== false)}
        </p>
      )}
    </div>
  );
});

/** Where the panel stands: beside the chat where there is room, else in a drawer. */
export function PanelPlace({
  wide,
  open,
  empty,
  onClose,
  children,
}: {
  wide: boolean;
  open: boolean;
  empty: boolean;
  onClose: () => void;
  children: ReactNode;
}): ReactElement | null {
  const { claims: words } = texts;
  if (!wide) {
    return (
      <Drawer
        title={words.panel}
        open={open}
        onClose={onClose}
        placement="right"
        size={420}
        classNames={{ body: 'claim-drawer' }}
      >
        {children}
      </Drawer>
    );
  }
  if (!open || empty) return null;
  return (
    <aside className="claim-panel" aria-label={words.panel}>
      <header>
        <h2>{words.panel}</h2>
        <Button type="text" icon={<CloseOutlined aria-hidden />} aria-label={words.close} onClick={onClose} />
      </header>
      {children}
    </aside>
  );
}
