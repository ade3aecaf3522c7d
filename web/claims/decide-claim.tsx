/** A person's own verdict on a claim: given with a note and evidence, changed, and withdrawn. */
import { Button, Input, Radio } from 'antd';
import {
  type ComponentProps,
  createContext,
  type ReactElement,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import type { Decision, Verdict } from '../api/types.ts';
import { explainFailure } from '../explain-failure.ts';
import { texts } from '../texts.ts';
import { isPending, isUnchecked, type ShownClaim, stateOf, VERDICTS } from './claim-state.ts';
import { EvidenceLink } from './evidence-link.tsx';
import { OtherJudge } from './other-judge.tsx';
import { useUnread } from './own-evidence.ts';
import { pageAddress } from './page-address.ts';
import { decisionOf } from './person-decision.ts';

const { decide: words } = texts;

interface Deciding {
  /** @param ids of all places of a claim. @param decision withdrawn without one. */
  decide(ids: readonly string[], decision: Decision | undefined): void;
  /** Absent where no model can be asked at the moment. @param judge a model's id; else the chosen model. */
  readonly checkAgain: ((ids: readonly string[], judge?: string) => void) | undefined;
}

/** Where people decide; nowhere else. */
export const DecidingContext = createContext<Deciding | undefined>(undefined);

interface Props {
  readonly claim: ShownClaim;
  readonly places: readonly ShownClaim[];
}

export function DecideClaim({ claim, places }: Props): ReactElement | null {
  const deciding = useContext(DecidingContext);
  const [open, setOpen] = useState<'decide' | 'judge'>();
  const place = useRef<HTMLDivElement>(null);
  /** Counts what takes away the button that was pressed: the focus goes to what stands there then. */
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (turn === 0) return;
    const chosen = place.current?.querySelector<HTMLElement>('input:checked');
    (chosen ?? place.current?.querySelector<HTMLElement>('input, button'))?.focus();
  }, [turn]);
  const decided = decisionOf(claim);
  const judged = !isUnchecked(claim);
  const pending = isPending(claim.state);
  if (deciding === undefined || pending) return null;
  const ids = places.map(({ id }) => id);
  const { checkAgain } = deciding;
  const show = (form?: 'decide' | 'judge'): void => {
    setOpen(form);
    setTurn(turn + 1);
  };
  const withdraw = (): void => {
    deciding.decide(ids, undefined);
    setTurn(turn + 1);
  };
  if (open !== undefined) {
    return (
      <div ref={place}>
        {open === 'decide' ? (
          <DecideForm
            claim={claim}
            onClose={() => show()}
            onDecide={(decision) => deciding.decide(ids, decision)}
          />
        ) : (
          <OtherJudge onClose={() => show()} onCheck={checkAgain && ((judge) => checkAgain(ids, judge))} />
        )}
      </div>
    );
  }
  return (
    <div ref={place} className="decide-ways">
      <CardButton onClick={() => show('decide')}>
        {decided !== undefined ? words.change : judged ? words.dispute : words.decide}
      </CardButton>
      {decided === undefined ? null : <CardButton onClick={withdraw}>{words.withdraw}</CardButton>}
      {(judged || decided !== undefined) && checkAgain !== undefined ? (
        <>
          <CardButton onClick={() => checkAgain(ids)}>{words.checkAgain}</CardButton>
          <CardButton onClick={() => show('judge')}>{words.otherJudge}</CardButton>
        </>
      ) : null}
    </div>
  );
}

/** A long list has hundreds: drawn by the browser alone. */
function CardButton(props: ComponentProps<'button'>): ReactElement {
  return <button type="button" className="card-button" {...props} />;
}

/** What a person decided, and beneath it what the model said. */
export function Decided({ claim }: Pick<Props, 'claim'>): ReactElement | null {
  const decided = decisionOf(claim);
  if (decided === undefined) return null;
  const { note, evidence } = decided;
  const { verdict_confidence: sure } = claim;
  const said = [texts.verdicts[stateOf(claim)], sure === undefined ? undefined : texts.claims.sure(sure)];
  return (
    <section className="decided" aria-label={words.yours}>
      <strong>{words.heading}</strong>
      {note === undefined ? null : <p dir="auto">{note}</p>}
      {evidence.length === 0 ? null : (
        <ul>
          {evidence.map(({ text, url }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: what was entered has no name of its own, and keeps its order.
            <li key={index}>
              {text === '' ? null : <blockquote dir="auto">{text}</blockquote>}
              <EvidenceLink url={url} />
              {text === '' ? <NotRead url={pageAddress(url) ?? ''} /> : null}
            </li>
          ))}
        </ul>
      )}
      {isUnchecked(claim) ? null : (
        <p className="faint">{words.modelSaid(said.filter((part) => part !== undefined).join(', '))}</p>
      )}
    </section>
  );
}

/** Why the judge did not read a page. */
function NotRead({ url }: { url: string }): ReactElement | null {
  const failure = useUnread(url);
  if (failure === undefined) return null;
  const { title, text } = explainFailure(failure);
  return (
    <p role="status" className="small">
      {words.notRead(text === '' ? title : text)}
    </p>
  );
}

interface Entry {
  readonly text: string;
  readonly url: string;
}
const NO_ENTRY: Entry = { text: '', url: '' };

function DecideForm({
  claim,
  onDecide,
  onClose,
}: {
  claim: ShownClaim;
  onDecide: (decision: Decision) => void;
  onClose: () => void;
}): ReactElement {
  const before = decisionOf(claim);
  const [verdict, setVerdict] = useState<Verdict | undefined>(before?.verdict);
  const [note, setNote] = useState(before?.note ?? '');
  const [evidence, setEvidence] = useState<readonly Entry[]>(
    before === undefined || before.evidence.length === 0 ? [NO_ENTRY] : before.evidence,
  );
  const id = useId();
  const change = (index: number, changes: Partial<Entry>): void =>
    setEvidence(evidence.map((entry, at) => (at === index ? { ...entry, ...changes } : entry)));
  const badLink = evidence.some(({ url }) => url.trim() !== '' && pageAddress(url.trim()) === undefined);
  const save = (): void => {
    if (verdict === undefined || badLink) return;
    const given = evidence
      .map(({ text, url }) => ({ text: text.trim(), url: url.trim() }))
      .filter(({ text, url }) => text !== '' || url !== '');
    onDecide({
      verdict,
      ...(note.trim() === '' ? {} : { note: note.trim() }),
      evidence: given,
      at: Date.now(),
    });
    onClose();
  };
  return (
    <form
      className="decide"
      aria-label={words.title}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Radio.Group
        className="decide-verdicts"
        aria-label={words.verdict}
        value={verdict}
        onChange={(event) => setVerdict(event.target.value as Verdict)}
        options={VERDICTS.map((value) => ({ value, label: texts.verdicts[value] }))}
      />
      <label htmlFor={`${id}-note`}>{words.note}</label>
      <Input.TextArea
        id={`${id}-note`}
        autoSize={{ minRows: 2, maxRows: 8 }}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      {evidence.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no name of their own, and keep their order.
        <fieldset key={index} className="decide-evidence">
          <legend>{words.evidence(index + 1)}</legend>
          <Input.TextArea
            aria-label={words.evidenceText(index + 1)}
            placeholder={words.evidenceMore}
            autoSize={{ minRows: 2, maxRows: 8 }}
            value={entry.text}
            onChange={(event) => change(index, { text: event.target.value })}
          />
          <Input
            aria-label={words.evidenceLink(index + 1)}
            placeholder="https://"
            inputMode="url"
            value={entry.url}
            onChange={(event) => change(index, { url: event.target.value })}
          />
        </fieldset>
      ))}
      <p className="faint small">{words.linkRead}</p>
      {badLink ? (
        <p role="alert" className="small">
          {words.badLink}
        </p>
      ) : null}
      <div className="decide-ways">
        <Button size="small" type="primary" htmlType="submit" disabled={verdict === undefined || badLink}>
          {words.save}
        </Button>
        <Button size="small" onClick={() => setEvidence([...evidence, NO_ENTRY])}>
          {words.moreEvidence}
        </Button>
        <Button size="small" onClick={onClose}>
          {texts.chat.cancel}
        </Button>
      </div>
    </form>
  );
}
