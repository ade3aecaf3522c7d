import { Button, Checkbox, Input, Modal } from 'antd';
import { type ReactElement, useState } from 'react';
import { publishReport, takeReportBack } from '../api/reports.ts';
import { CopyButton } from '../chat/copy-button.tsx';
import { pageAddress } from '../claims/page-address.ts';
import { fieldsOfJson } from '../claims/write-json.ts';
import { FailureNote } from '../shell/failure-note.tsx';
import type { Openable } from '../shell/when-opened.tsx';
import { texts } from '../texts.ts';
import { getCheck, useCheck } from './check-store.ts';
import { missingInReport } from './missing-in-report.ts';
import { notePublished } from './note-published.ts';
import { toReport } from './report-of-check.ts';
import { useKeyDeed } from './use-key-deed.ts';
import { usePublisherKey } from './use-publisher-key.ts';
import './publish-dialog.css';

const { publish: words } = texts;

/** Publishes the check's report at an address of the gateway, says first what it lacks, and takes it back. */
export function PublishDialog({ open, onClose }: Openable): ReactElement {
  const key = usePublisherKey(open);
  const published = useCheck(({ about }) => about.published);
  const [index, setIndex] = useState(true);
  const { busy, failure, said, run, runWithKey } = useKeyDeed(key);
  const publish = () =>
    runWithKey(async (key) => {
      const check = getCheck();
      const report = { ...fieldsOfJson(toReport(check)), index };
      const { id, url } = await publishReport(report, key, check.about.published?.id);
      await notePublished(check.id, { id, url });
      return words.done;
    });
  const forget = () => run(() => notePublished(getCheck().id, undefined));
  const takeBack = () =>
    runWithKey(async (key) => {
      const { id, about } = getCheck();
      await takeReportBack(about.published?.id ?? '', key);
      await notePublished(id, undefined);
      return words.takenBack;
    });
  const notFound = published !== undefined && failure?.status === 404;
  return (
    <Modal
      title={words.title}
      open={open}
      onCancel={onClose}
      width={640}
      footer={
        <>
          {published === undefined ? null : (
            <Button disabled={key === undefined} loading={busy} onClick={() => void takeBack()}>
              {words.takeBack}
            </Button>
          )}
          <Button type="primary" disabled={key === undefined} loading={busy} onClick={() => void publish()}>
            {published === undefined ? words.publish : words.change}
          </Button>
        </>
      }
    >
      <div className="publish">
        <p>{published === undefined ? words.intro : words.published}</p>
        {published === undefined ? null : <Address url={published.url} />}
        <Lacks />
        <Checkbox checked={index} onChange={({ target }) => setIndex(target.checked)}>
          {words.index}
        </Checkbox>
        {key === undefined ? <p className="faint">{words.noKey}</p> : null}
        {notFound ? (
          <div role="alert">
            <p>{words.notFound}</p>
            <Button onClick={() => void forget()}>{words.forget}</Button>
          </div>
        ) : failure === undefined ? null : (
          <FailureNote facts={failure} ways={{}} />
        )}
        <p role="status" className="small">
          {said}
        </p>
      </div>
    </Modal>
  );
}

function Address({ url }: { url: string }): ReactElement {
  const address = pageAddress(url);
  return (
    <div className="publish-address">
      <Input readOnly value={url} aria-label={words.address} onFocus={({ target }) => target.select()} />
      <CopyButton named text={url} label={words.copy} />
      {address === undefined ? null : (
        <a href={address} target="_blank" rel="noreferrer noopener">
          {words.read}
        </a>
      )}
    </div>
  );
}

/** Said before it is published: afterwards nobody looks. */
function Lacks(): ReactElement | null {
  const found = useCheck((check) => check.found);
  const about = useCheck((check) => check.about);
  const metadata = useCheck((check) => check.metadata);
  const { verdicts, ...lacks } = missingInReport(toReport({ found, about, metadata }));
  const lines = [
    ...(['simulated', 'author', 'date', 'article'] as const)
      .filter((name) => lacks[name])
      .map((name) => words.lacks[name]),
    ...(verdicts === 0 ? [] : [words.lacksVerdicts(verdicts)]),
  ];
  if (lines.length === 0) return null;
  return (
    <section aria-label={words.lacking}>
      <p>{words.lacking}</p>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
