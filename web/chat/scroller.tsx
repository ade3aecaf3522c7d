import { ArrowDownOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactElement, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { texts } from '../texts.ts';

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
  const box = useRef<HTMLElement>(null);
  const atEnd = useRef(true);
  const [away, setAway] = useState(false);
  const toEnd = useCallback(() => {
    const element = box.current;
    if (element !== null) element.scrollTop = element.scrollHeight;
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation is shown from its end.
  useLayoutEffect(() => {
    atEnd.current = true;
    setAway(false);
    toEnd();
  }, [conversation, toEnd]);
  useEffect(() => {
    const inner = box.current?.firstElementChild;
    if (inner == null) return;
    const observer = new ResizeObserver(() => {
      if (atEnd.current) toEnd();
    });
    observer.observe(inner);
    return () => observer.disconnect();
  }, [toEnd]);
  useEffect(() => {
    if (!follow) return;
    atEnd.current = true;
    toEnd();
  }, [follow, toEnd]);
  return (
    <div className="scroll-place">
      {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <section
        ref={box}
        className="scroll"
        tabIndex={0}
        aria-label={texts.chat.log}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          atEnd.current = scrollHeight - scrollTop - clientHeight < 48;
          setAway(!atEnd.current);
        }}
      >
        {children}
      </section>
      {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: as above. */}
      {away ? (
        <Button
          className="to-end"
          shape="circle"
          icon={<ArrowDownOutlined aria-hidden />}
          aria-label={texts.chat.toBottom}
          onClick={() => {
            atEnd.current = true;
            toEnd();
          }}
        />
      ) : null}
    </div>
  );
}
