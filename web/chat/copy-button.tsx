import { CheckOutlined, CopyOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { type ReactElement, useEffect, useState } from 'react';
import { texts } from '../texts.ts';
import { copyText } from './copy-text.ts';

export function CopyButton({ text, label }: { text: string; label: string }): ReactElement {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1_600);
    return () => clearTimeout(timer);
  }, [copied]);
  const said = copied ? texts.chat.copied : label;
  return (
    <Tooltip title={said}>
      <Button
        type="text"
        size="small"
        aria-label={said}
        icon={copied ? <CheckOutlined aria-hidden /> : <CopyOutlined aria-hidden />}
        onClick={() => void copyText(text).then(setCopied)}
      />
    </Tooltip>
  );
}
