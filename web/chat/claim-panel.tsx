import { CloseOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { memo, type ReactElement, type ReactNode, useMemo } from 'react';
import type { Decision } from '../api/types.ts';
import { DistinctList } from '../claims/claim-list.tsx';
import { isUnchecked, type ShownClaim } from '../claims/claim-state.ts';
import { DecidingContext } from '../claims/decide-claim.tsx';
import { type Distinct, distinctShown } from '../claims/distinct-claims.ts';
import { SentList } from '../claims/sent-list.tsx';
import { SummaryLine, VerdictBar } from '../claims/summary-line.tsx';
import { useMaxClaims } from '../sources/source-store.ts';
import { getChoice, useChoice } from '../state/models.ts';
import { verifies } from '../state/modes.ts';
import { texts } from '../texts.ts';
import { checkRemaining, decideInChat, useRemaining } from './check-remaining.ts';
import { type Exchange, RemainingClaims } from './remaining-claims.tsx';

/** The claims of a question and its answer, and what was found for them; what both say stands with the question. */
export const ClaimPanel = memo(function ClaimPanel({
  open,
  selected,
  onSelect,
  ...exchange
}: Omit<Exchange, 'answerId'> & {
  answerId: string | undefined;
  open: boolean;
  selected: string | undefined;
  onSelect: (key: string) => void;
}): ReactElement {
  const { question, answer, answerId, metadata } = exchange;
  const all = useMemo(() => [...question, ...answer], [question, answer]);
  const deciding = useDeciding(exchange.conversation, open ? undefined : answerId);
  const { claims: words } = texts;
  if (all.length === 0) return <p className="faint panel-empty">{open ? words.noneYet : words.none}</p>;
  const [ofQuestion, ofAnswer] = splitByRole(distinctShown(all));
  return (
    <DecidingContext value={deciding}>
      <div className="panel-body">
        <VerdictBar claims={all} />
        <SummaryLine claims={all} metadata={metadata} />
        {open || answerId === undefined ? null : <RemainingClaims {...exchange} answerId={answerId} />}
        {ofQuestion.length === 0 ? null : (
          <>
            <h3>{words.yours}</h3>
            <DistinctList distinct={ofQuestion} selected={selected} onSelect={onSelect} />
          </>
        )}
        {ofAnswer.length === 0 ? null : (
          <>
            <h3>{words.answers}</h3>
            <DistinctList distinct={ofAnswer} selected={selected} onSelect={onSelect} />
          </>
        )}
        {metadata === undefined || !verifies(metadata.mode) || all.every(isUnchecked) ? null : (
          <p className="faint small">
            {words.confidence(metadata.confidence_score, metadata.calibrated !== false)}
          </p>
        )}
        <SentList searches={metadata?.searches} />
      </div>
    </DecidingContext>
  );
});

/** What a person decides is kept with the conversation. @param answer `undefined` while it is being written. */
function useDeciding(conversation: string, answer: string | undefined) {
  const choice = useChoice();
  const limit = useMaxClaims();
  const { running } = useRemaining(answer ?? '');
  return useMemo(() => {
    if (answer === undefined) return undefined;
    return {
      decide: (ids: readonly string[], decision: Decision | undefined) =>
        decideInChat(conversation, answer, ids, decision),
      checkAgain:
        choice === undefined || running
          ? undefined
          : (ids: readonly string[], judge?: string) => {
              const { provider, model } = getChoice(judge) ?? choice;
              const asked = { provider, id: model.model_id };
              void checkRemaining(conversation, answer, { model: asked, limit, again: new Set(ids) });
            },
    };
  }, [conversation, answer, choice, limit, running]);
}

function splitByRole(distinct: readonly Distinct<ShownClaim>[]) {
  const isOfQuestion = ({ places: [first] }: Distinct<ShownClaim>): boolean => first.role === 'user';
  return [distinct.filter(isOfQuestion), distinct.filter((one) => !isOfQuestion(one))] as const;
}

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
