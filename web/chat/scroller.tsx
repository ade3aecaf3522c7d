import { ArrowDownOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { texts } from '../texts.ts';
import { useFollowing } from './use-following.ts';

/** Stays at the end while an answer grows, unless the reader has scrolled away. */
export function Scroller({
  follow,
  conversation,
  children,
}: {
  follow: boolean;
  conversation: string;
  children: ReactElement;
}): ReactElement {
  const [away, setAway] = useState(false);
  const { ref, goToEnd, ...handlers } = useFollowing({ follow, conversation, onAway: setAway });
  return (
    <div className="scroll-place">
      {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <section ref={ref} className="scroll" tabIndex={0} aria-label={texts.chat.log} {...handlers}>
        {children}
      </section>
      {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: as above. */}
      {away ? (
        <Button
          className="to-end"
          shape="circle"
          icon={<ArrowDownOutlined aria-hidden />}
          aria-label={texts.chat.toBottom}
          onClick={goToEnd}
        />
      ) : null}
    </div>
  );
}
