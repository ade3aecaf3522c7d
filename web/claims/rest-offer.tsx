import { SafetyCertificateOutlined, StopOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { texts } from '../texts.ts';
import type { RestCost } from './check-rest.ts';

/** Offers to check the claims that were left unchecked, and says what that takes; while it runs, to stop it. */
export function RestOffer({
  cost,
  running,
  begun,
  onCheck,
  onStop,
}: {
  cost: RestCost;
  running: boolean;
  /** Whether other claims of the text have been checked. */
  begun: boolean;
  onCheck: () => void;
  onStop: () => void;
}): ReactElement | null {
  const { claims: words } = texts;
  if (running) {
    return (
      <div className="rest-offer">
        <Button icon={<StopOutlined aria-hidden />} onClick={onStop}>
          {words.stopRest}
        </Button>
      </div>
    );
  }
  if (cost.claims === 0) return null;
  return (
    <div className="rest-offer">
      <Button icon={<SafetyCertificateOutlined aria-hidden />} onClick={onCheck}>
        {begun ? words.checkRest(cost.claims) : words.checkThese(cost.claims)}
      </Button>
      <span className="faint small">{words.restCost(cost.requests, cost.tokens)}</span>
    </div>
  );
}
