import { useEffect, useRef, useState } from 'react';
import { type Announcer, createAnnouncer } from './announcer';

export interface LiveAnnouncementProps {
  /** Something is said only when this changes. */
  readonly state: string;
  readonly text: string;
}

/** Tells a screen reader of a change of state, politely and at most every ten seconds. */
export function LiveAnnouncement({ state, text }: LiveAnnouncementProps) {
  const [spoken, setSpoken] = useState('');
  const announcer = useRef<Announcer | null>(null);
  useEffect(() => {
    announcer.current = createAnnouncer(setSpoken);
    return () => announcer.current?.stop();
  }, []);
  useEffect(() => announcer.current?.tell(state, text), [state, text]);
  return (
    <p className="visually-hidden" role="status" data-testid="live-announcement">
      {spoken}
    </p>
  );
}
