import { describe, expect, it } from 'vitest';
import { drainWords } from '../../src-main/drain-words';

const load = { sendingPaused: false, networkSentence: null, attention: 0 };

describe('what is said while a quit waits', () => {
  it('names what is on its way, and what goes on at the next start', () => {
    const { message, detail } = drainWords({ ...load, inFlight: 12, waiting: 1_488 });
    expect(message).toBe('12 requests are in flight');
    expect(detail).toBe(
      'Posthorn quits when they have ended, after 20 seconds at most. 1,488 more deliveries wait, and go on at the next start.',
    );
  });

  it('speaks of one as of one, and of nothing as of nothing', () => {
    expect(drainWords({ ...load, inFlight: 1, waiting: 1 })).toEqual({
      message: '1 request is in flight',
      detail:
        'Posthorn quits when it has ended, after 20 seconds at most. 1 more delivery waits, and goes on at the next start.',
    });
    expect(drainWords({ ...load, inFlight: 1, waiting: 0 }).detail).toContain('Nothing else is waiting.');
  });
});
