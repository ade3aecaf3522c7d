import { InboxOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type DragEvent, type ReactElement, useState } from 'react';
import { FileButton } from '../shell/file-button.tsx';
import { texts } from '../texts.ts';
import { CommandLine } from './command-line.tsx';
import { EarlierRuns } from './earlier-runs.tsx';
import { EXAMPLE } from './example.ts';
import { MOST } from './run.ts';
import { openFile } from './run-store.ts';

const { evaluate: words } = texts;

/** Where a file is dropped or chosen. */
export function FilePlace(): ReactElement {
  const [unreadable, setUnreadable] = useState<string>();
  const [over, setOver] = useState(false);
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    setUnreadable((await openFile(file.name, await file.text())) ? undefined : file.name);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short cut for the button within. */}
      <div
        className={`panel drop${over ? ' drop-over' : ''}`}
        onDragOver={(event: DragEvent) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void take(event.dataTransfer.files[0]);
        }}
      >
        <InboxOutlined aria-hidden className="drop-icon" />
        <div>
          <p className="drop-title">{words.drop}</p>
          <p className="faint">{words.dropMore(MOST)}</p>
        </div>
        <div className="drop-ways">
          <FileButton
            type="primary"
            accept=".csv,.tsv,.jsonl,.ndjson,.json,text/csv"
            onFiles={([file]) => void take(file)}
          >
            {words.choose}
          </FileButton>
          <Button onClick={() => void openFile('example.csv', EXAMPLE)}>{words.example}</Button>
        </div>
        {unreadable === undefined ? null : (
          <p className="drop-fault" role="alert">
            {words.unreadable(unreadable)}
          </p>
        )}
      </div>
      <ul className="measures-list">
        {(['extraction', 'verdicts'] as const).map((measure) => (
          <li key={measure} className="panel">
            <h2>{words.measures[measure].title}</h2>
            <p className="faint">{words.measures[measure].more}</p>
          </li>
        ))}
      </ul>
      <EarlierRuns />
      <CommandLine />
    </>
  );
}
