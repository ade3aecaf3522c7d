import { CloseOutlined, FileTextOutlined } from '@ant-design/icons';
import type { ReactElement } from 'react';
import { explainFailure } from '../explain-failure.ts';
import { texts } from '../texts.ts';
import {
  type AttachedDocument,
  type Attachments,
  detach,
  type Picture,
  useAttaching,
} from './attachments.ts';

const { attach: words } = texts.chat;

/** Pictures and documents of a message. @param onRemove where they can still be taken away. */
export function AttachmentList({
  of: { pictures = [], documents = [] },
  onRemove,
}: {
  of: Attachments;
  onRemove?: (gone: Picture | AttachedDocument) => void;
}): ReactElement | null {
  if (pictures.length + documents.length === 0) return null;
  return (
    <ul className="attachments" aria-label={words.list}>
      {pictures.map((picture) => (
        <li key={picture.url}>
          <img src={picture.url} alt={picture.name} />
          <Remove name={picture.name} onRemove={onRemove && (() => onRemove(picture))} />
        </li>
      ))}
      {documents.map((document, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name and keep their order.
        <li key={index}>
          <FileTextOutlined aria-hidden />
          <span dir="auto">{document.title}</span>
          <Remove name={document.title} onRemove={onRemove && (() => onRemove(document))} />
        </li>
      ))}
    </ul>
  );
}

function Remove({
  name,
  onRemove,
}: {
  name: string;
  onRemove: (() => void) | undefined;
}): ReactElement | null {
  if (onRemove === undefined) return null;
  return (
    <button type="button" aria-label={words.remove(name)} onClick={onRemove}>
      <CloseOutlined aria-hidden />
    </button>
  );
}

/** What goes along with the message that is being written, and why something does not. */
export function Attaching({ draft }: { draft: string }): ReactElement {
  const { failure, reading, ...attached } = useAttaching(draft);
  return (
    <>
      <AttachmentList of={attached} onRemove={(gone) => detach(draft, gone)} />
      <p className="faint small attaching" role="status">
        {failure !== undefined
          ? words.failed(failure.name, explainFailure(failure.facts).text)
          : reading > 0
            ? words.reading
            : ''}
      </p>
    </>
  );
}
