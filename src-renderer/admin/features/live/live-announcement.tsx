import { useEffect, useRef, useState } from 'react';
import { type Announcer, createAnnouncer } from './announcer';

/** How long an announcement stays in the page: a screen reader takes it up at once. */
const SPOKEN_MS = 3000;

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
  useEffect(() => {
    if (spoken === '') return undefined;
    // Whoever reads the page later finds the sentence on the screen, not an older one.
    const timer = setTimeout(() => setSpoken(''), SPOKEN_MS);
    return () => clearTimeout(timer);
  }, [spoken]);
  return (
    <p className="visually-hidden" role="status" data-testid="live-announcement">
      {spoken}
    </p>
  );
}
