/** One claim is checked again by a model that is chosen for it alone. */
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { ModelPicker } from '../chat/model-picker.tsx';
import { texts } from '../texts.ts';

const { decide: words } = texts;

interface Props {
  /** Absent where no model can be asked at the moment. */
  readonly onCheck: ((model: string | undefined) => void) | undefined;
  readonly onClose: () => void;
}

export function OtherJudge({ onCheck, onClose }: Props): ReactElement {
  const [judge, setJudge] = useState<string>();
  return (
    <form
      className="decide"
      aria-label={words.otherJudge}
      onSubmit={(event) => {
        event.preventDefault();
        onClose();
        onCheck?.(judge);
      }}
    >
      <ModelPicker variant="outlined" label={words.judge} chosen={judge} onChoose={setJudge} />
      <p className="faint small">{words.judgeHow}</p>
      <div className="decide-ways">
        <Button size="small" type="primary" htmlType="submit" disabled={onCheck === undefined}>
          {words.checkAgain}
        </Button>
        <Button size="small" onClick={onClose}>
          {texts.chat.cancel}
        </Button>
      </div>
    </form>
  );
}
