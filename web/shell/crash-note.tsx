import { Button } from 'antd';
import { Component, type ReactNode } from 'react';
import { texts } from '../texts.ts';

/** A fault of one view leaves the others usable. */
export class CrashNote extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true };
  }

  override render(): ReactNode {
    if (!this.state.crashed) return this.props.children;
    return (
      <div className="view-loading" role="alert">
        <p>{texts.crashed}</p>
        <Button onClick={() => location.reload()}>{texts.reload}</Button>
      </div>
    );
  }
}
