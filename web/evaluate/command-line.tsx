import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { CopyButton } from '../chat/copy-button.tsx';
import { saveFile } from '../shell/save-file.ts';
import { useChoice } from '../state/models.ts';
import { texts } from '../texts.ts';
import { MOST, type Run } from './run.ts';
import { writeJsonLines } from './write-results.ts';

const { evaluate: words } = texts;
const FILE = 'texts.jsonl';

/** The command line's line for more rows than the page takes, and the file that it reads. */
export function CommandLine({ run }: { run?: Run }): ReactElement {
  const choice = useChoice();
  const model = choice?.model.model_id ?? 'MODEL';
  const line = `npm run --silent claimgate -- evaluate ${FILE} --model ${model} --resume ${FILE}.journal > report.csv`;
  return (
    <section className="command-line" aria-label={words.commandLine}>
      <p className="faint small">
        {words.most(MOST)}{' '}
        {run === undefined ? null : (
          <Button
            type="link"
            size="small"
            icon={<DownloadOutlined aria-hidden />}
            onClick={() => saveFile(FILE, 'application/jsonl', writeJsonLines(run))}
          >
            {words.saveRows(run.all.length)}
          </Button>
        )}
      </p>
      <div className="command">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
        <code tabIndex={0}>{line}</code>
        <CopyButton text={line} label={words.copyLine} />
      </div>
    </section>
  );
}
