import { CheckOutlined, CopyOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { type ReactElement, useEffect, useState } from 'react';
import { texts } from '../texts.ts';
import { copyText } from './copy-text.ts';

/** @param named shows the label beside the icon. */
export function CopyButton({
  text,
  label,
  named = false,
}: {
  text: string;
  label: string;
  named?: boolean;
}): ReactElement {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1_600);
    return () => clearTimeout(timer);
  }, [copied]);
  const said = copied ? texts.chat.copied : label;
  const button = (
    <Button
      type="text"
      size="small"
      aria-label={said}
      icon={copied ? <CheckOutlined aria-hidden /> : <CopyOutlined aria-hidden />}
      onClick={() => void copyText(text).then(setCopied)}
    >
      {named ? said : null}
    </Button>
  );
  return named ? button : <Tooltip title={said}>{button}</Tooltip>;
}
