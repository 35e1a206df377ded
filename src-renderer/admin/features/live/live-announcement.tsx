import { useEffect, useRef, useState } from 'react';
import { type Announcer, createAnnouncer } from './announcer';

interface LiveAnnouncementProps {
  /** An announcement is made only when this changes. */
  readonly state: string;
  readonly text: string;
}

/** Announces a change of state to a screen reader, politely and at most every ten seconds. */
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
