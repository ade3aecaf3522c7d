import { FileTextOutlined, LinkOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { type FormEvent, type ReactElement, useEffect, useState } from 'react';
import type { FailureFacts } from '../api/failure.ts';
import { pageAddress } from '../claims/page-address.ts';
import { explainFailure } from '../explain-failure.ts';
import { FileButton } from '../shell/file-button.tsx';
import { withScheme } from '../shell/with-scheme.ts';
import { texts } from '../texts.ts';
import { useCheck } from './check-store.ts';
import { openDocument, useOpening } from './document-store.ts';

const { document: words } = texts.check;

/** What `POST /v1/documents` reads. */
const ACCEPTED =
  '.pdf,.docx,.html,.htm,.md,.markdown,.txt,text/plain,text/html,text/markdown,application/pdf';

/** Where a link is pasted and a file is chosen; and where the text came from. */
export function DocumentBar(): ReactElement {
  const [link, setLink] = useState('');
  const isOpen = useOpening((opening) => opening.isOpen);
  const id = useCheck((check) => check.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text came from elsewhere than this address.
  useEffect(() => setLink(''), [id]);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const address = withScheme(link.trim());
    if (address !== '' && (await openDocument(address))) setLink('');
  };
  return (
    <div className="check-document">
      <form onSubmit={(event) => void submit(event)}>
        <Input
          prefix={<LinkOutlined aria-hidden className="faint" />}
          aria-label={words.link}
          placeholder={words.link}
          inputMode="url"
          spellCheck={false}
          value={link}
          onChange={(event) => setLink(event.target.value)}
        />
        <Button htmlType="submit" disabled={link.trim() === ''} loading={isOpen}>
          {words.open}
        </Button>
        <FileButton
          icon={<FileTextOutlined aria-hidden />}
          accept={ACCEPTED}
          onFiles={([file]) => file !== undefined && void openDocument(file)}
        >
          {words.choose}
        </FileButton>
      </form>
      <DocumentNote />
    </div>
  );
}

function DocumentNote(): ReactElement | null {
  const id = useCheck((check) => check.id);
  const failure = useOpening((opening) => (opening.failedIn === id ? opening.failure : undefined));
  const source = useCheck(({ about }) => about.document);
  if (failure !== undefined) {
    return (
      <p role="alert" className="small check-document-failure">
        {describeFailure(failure)}
      </p>
    );
  }
  if (source === undefined) return null;
  const { title, author, date, url } = source;
  const address = pageAddress(url);
  const about = [author, date].filter((part) => part !== undefined && part !== title);
  return (
    <p className="small faint check-document-source">
      {title === undefined ? null : <strong dir="auto">{title}</strong>}
      {about.map((part) => (
        <span key={part} dir="auto">
          {part}
        </span>
      ))}
      {address === undefined ? null : (
        <a href={address} target="_blank" rel="noopener noreferrer">
          {new URL(address).host}
        </a>
      )}
    </p>
  );
}

function describeFailure(facts: FailureFacts): string {
  if (facts.code === 'body_too_large') return words.tooLarge;
  const { title, text } = explainFailure(facts);
  // Why, in the gateway's own words, needs nothing before it.
  return /^(?:document_not_readable|page_error)$/.test(facts.code) ? text : `${title}. ${text}`;
}
