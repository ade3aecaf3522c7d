import { DownloadOutlined, UploadOutlined } from '@ant-design/icons';
import { Button, Modal } from 'antd';
import { type ReactElement, useEffect, useId, useState } from 'react';
import { useShelf } from '../chat/conversation-shelf.ts';
import { readShelf, useEntries } from '../check/check-shelf.ts';
import { useRuns } from '../evaluate/run-shelf.ts';
import { FileButton } from '../shell/file-button.tsx';
import { saveFile } from '../shell/save-file.ts';
import type { Openable } from '../shell/when-opened.tsx';
import { texts } from '../texts.ts';
import { ArchiveFault } from './archive-fields.ts';
import { exportAll, importAll } from './move-data.ts';

/** What this browser keeps: how much, out into a file, and in from one. */
export function DataDialog({ open, onClose }: Openable): ReactElement {
  const { data: words } = texts;
  const conversations = useShelf().filter(({ example }) => example !== true).length;
  const checks = useEntries().length;
  const runs = useRuns().length;
  const [said, setSaid] = useState('');
  const [fault, setFault] = useState('');
  const [saveNote, openNote] = [useId(), useId()];
  useEffect(() => {
    if (open) void readShelf();
  }, [open]);
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    setSaid('');
    setFault('');
    try {
      setSaid(words.added(await importAll(await file.text())));
    } catch (error) {
      setFault(error instanceof ArchiveFault ? error.message : words.noRoom(String(error)));
    }
  };
  const save = async (): Promise<void> => {
    const now = new Date();
    saveFile(`Claimgate ${now.toISOString().slice(0, 10)}.json`, 'application/json', await exportAll(now));
  };
  return (
    <Modal title={words.title} open={open} onCancel={onClose} footer={null} destroyOnHidden>
      <div className="settings">
        <p>{words.kept({ conversations, checks, runs })}</p>
        <div className="field">
          <Button
            icon={<DownloadOutlined aria-hidden />}
            aria-describedby={saveNote}
            onClick={() => void save()}
          >
            {words.save}
          </Button>
          <span id={saveNote} className="faint small">
            {words.saveMore}
          </span>
        </div>
        <div className="field">
          <FileButton
            icon={<UploadOutlined aria-hidden />}
            aria-describedby={openNote}
            accept=".json,application/json"
            onFiles={([file]) => void take(file)}
          >
            {words.open}
          </FileButton>
          <span id={openNote} className="faint small">
            {words.openMore}
          </span>
        </div>
        <p role="status">{said}</p>
        {fault === '' ? null : (
          <div className="failure" role="alert">
            <strong>{words.refused}</strong>
            <p>{fault}</p>
          </div>
        )}
      </div>
    </Modal>
  );
}
