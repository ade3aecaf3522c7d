import { FileTextOutlined, LinkOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { type DragEvent, type ReactElement, useState } from 'react';
import { VerdictMark } from '../claims/verdict-mark.tsx';
import { FileButton } from '../shell/file-button.tsx';
import { withScheme } from '../shell/with-scheme.ts';
import { texts } from '../texts.ts';
import { explainAdmin } from './admin-failure.tsx';
import {
  type Adding,
  type AdditionState,
  addAgain,
  addToCorpus,
  clearAdditions,
  useAdditions,
} from './corpus-additions.ts';

const { corpus: words } = texts;

/** What the gateway reads. */
const ACCEPTED = '.pdf,.docx,.html,.htm,.md,.markdown,.txt,.jsonl,.ndjson';

/** Where files are dropped or chosen and links pasted, and what becomes of each. */
export function AddDocuments({
  adminKey,
  collection,
}: {
  adminKey: string;
  collection: string;
}): ReactElement {
  const [link, setLink] = useState('');
  const [over, setOver] = useState(false);
  const take = (all: readonly (File | string)[]): void => addToCorpus(adminKey, collection, all);
  return (
    <section
      className={`panel corpus-add${over ? ' corpus-over' : ''}`}
      aria-label={words.add}
      onDragOver={(event: DragEvent) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take([...event.dataTransfer.files]);
      }}
    >
      <h2>{words.add}</h2>
      <p className="faint small">{words.addMore}</p>
      <div className="operate-ways">
        <FileButton
          type="primary"
          icon={<FileTextOutlined aria-hidden />}
          multiple
          accept={ACCEPTED}
          onFiles={take}
        >
          {words.choose}
        </FileButton>
      </div>
      <form
        className="operate-ways"
        onSubmit={(event) => {
          event.preventDefault();
          const address = link.trim();
          if (address === '') return;
          take([withScheme(address)]);
          setLink('');
        }}
      >
        <Input
          prefix={<LinkOutlined aria-hidden className="faint" />}
          aria-label={words.link}
          placeholder={words.link}
          inputMode="url"
          spellCheck={false}
          value={link}
          onChange={({ target }) => setLink(target.value)}
        />
        <Button htmlType="submit" disabled={link.trim() === ''}>
          {words.addLink}
        </Button>
      </form>
      <Additions adminKey={adminKey} />
    </section>
  );
}

function Additions({ adminKey }: { adminKey: string }): ReactElement | null {
  const all = useAdditions();
  if (all.length === 0) return null;
  const count = (...kinds: AdditionState['kind'][]): number =>
    all.filter(({ state }) => kinds.includes(state.kind)).length;
  const [done, failed] = [count('added', 'failed'), count('failed')];
  return (
    <>
      <div className="corpus-progress">
        <span role="status">{words.progress(done, all.length, failed)}</span>
        <Button size="small" type="text" disabled={done === 0} onClick={clearAdditions}>
          {words.clear}
        </Button>
      </div>
      <ul className="corpus-list" aria-label={words.additions}>
        {all.map((one) => (
          <li key={one.id} data-state={one.state.kind}>
            <VerdictMark state={MARKS[one.state.kind]} />
            <div>
              <span className="corpus-name">{typeof one.what === 'string' ? one.what : one.what.name}</span>
              <What adding={one} />
            </div>
            {one.state.kind === 'failed' ? (
              <Button size="small" onClick={() => addAgain(adminKey, one.id)}>
                {texts.chat.retry}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  );
}

const MARKS = { waiting: 'waiting', reading: 'waiting', added: 'supported', failed: 'refuted' } as const;

function What({ adding: { state, collection } }: { adding: Adding }): ReactElement {
  if (state.kind !== 'added' && state.kind !== 'failed') {
    return <p className="faint small">{words.states[state.kind]}</p>;
  }
  if (state.kind === 'failed') return <p className="small corpus-failed">{explainAdmin(state.failure)}</p>;
  const { added, replaced, unchanged, passages, failed, faults } = state.addition;
  return (
    <>
      <p className="faint small">
        {words.added(added, replaced, unchanged, passages, collection === '' ? words.unnamed : collection)}
      </p>
      {failed === 0 ? null : (
        <>
          <p className="small corpus-failed">{words.linesFailed(failed)}</p>
          <ul className="small corpus-faults">
            {faults.map(({ line, reason }) => (
              <li key={line}>{words.line(line, reason)}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
