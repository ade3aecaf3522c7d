import { KeyOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import type { ReactElement } from 'react';
import { keyKind, useKeys } from '../state/keys.ts';
import { useChoice } from '../state/models.ts';
import { texts } from '../texts.ts';

/** Opens the keys, and tells which one the chosen model is asked with. @param short with that in its name alone. */
export function KeysButton({ onKeys, short = false }: { onKeys: () => void; short?: boolean }): ReactElement {
  const kind = keyKind(useChoice()?.provider, useKeys());
  const words = texts.keys[kind];
  return (
    <Tooltip title={kind === 'sandbox' ? texts.chat.sandboxNote : texts.keys.title}>
      <Button
        type="text"
        icon={<KeyOutlined aria-hidden />}
        onClick={onKeys}
        aria-label={`${texts.keys.button}: ${words}`}
      >
        {short ? null : <span className="wide-only">{words}</span>}
      </Button>
    </Tooltip>
  );
}
