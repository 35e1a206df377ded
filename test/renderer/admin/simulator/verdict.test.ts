import { describe, expect, it } from 'vitest';
import { simulate } from '../../../../src-renderer/admin/features/simulator/simulate';
import { simulationInput } from '../../../../src-renderer/admin/features/simulator/simulation-input';
import type { TrafficChoice } from '../../../../src-renderer/admin/features/simulator/simulator-choice';
import {
  recordedShape,
  type TrafficShape,
} from '../../../../src-renderer/admin/features/simulator/traffic-shape';
import { verdictOf } from '../../../../src-renderer/admin/features/simulator/verdict';

const quick = { latencyMs: 20 };

describe('the verdict on a burst', () => {
  const burst = { kind: 'burst', base: 0, perSecond: 5000, seconds: 1 } as const;

  it('the verdict on a burst gives how long it is spread, the longest delay and the recovery', () => {
    expect(judge(burst, { ...quick, limit: 250 })).toEqual({
      kind: 'smoothed',
      text: 'The burst of 5,000 is spread over 20 s. Longest delay 19 s. Recovers 19 s after the burst.',
      note: null,
    });
  });

  it('the verdict on a burst counts steady traffic beside it in the recovery', () => {
    expect(judge({ ...burst, base: 50 }, { ...quick, limit: 250 }).text).toBe(
      'The burst of 5,000 is spread over 20 s. Longest delay 19 s. Recovers 24 s after the burst.',
    );
  });

  it('the verdict on a small burst is that it is not delayed', () => {
    expect(judge({ ...burst, perSecond: 100 }, { latencyMs: 5, limit: 1000 }).text).toMatch(
      /^The burst of 100 is not delayed\. Longest delay \d+ ms\.$/,
    );
  });

  it('the verdict on a burst is no recovery if as much arrives as may be sent', () => {
    const { kind, text } = judge({ ...burst, base: 300 }, { ...quick, limit: 250 });
    expect(kind).toBe('lost');
    expect(text).toBe(
      'The burst of 5,000 is spread over 21 s. At 300/s in and 248/s out, the delay grows without end: 0.21 s more every second.',
    );
  });

  it('the verdict on a burst not sent within an hour gives what is left', () => {
    expect(judge({ ...burst, perSecond: 10_000 }, { ...quick, limit: 1 })).toMatchObject({
      kind: 'lost',
      text: expect.stringMatching(
        /^The burst of 10,000 is not fully sent after 1 h\. Still waiting at the end: 6,4\d\d messages\. At 0\/s in and 1\/s out, the queue drains in about 1 h 4\d min more\.$/,
      ),
    });
  });
});

describe('the verdict on steady traffic', () => {
  const steady = (perSecond: number) => ({ kind: 'steady', perSecond, seconds: 60 }) as const;

  it('the verdict on traffic above the limit is a delay that grows without end', () => {
    expect(judge(steady(300), { ...quick, limit: 250 })).toEqual({
      kind: 'lost',
      text: 'At 300/s in and 248/s out, the delay grows without end: 0.21 s more every second.',
      note: null,
    });
  });

  it('the verdict on traffic below the limit is calm', () => {
    expect(judge(steady(200), { ...quick, limit: 250 })).toMatchObject({ kind: 'calm' });
  });

  it('the verdict names a receiver that is slower than the limit', () => {
    const { kind, note } = judge(steady(300), { latencyMs: 2000, limit: 500 });
    expect(kind).toBe('lost');
    expect(note).toBe(
      'The receiver is slower than the limit: 256 concurrent requests of 2 s each allow at most 128/s.',
    );
    expect(judge(steady(300), { latencyMs: 2000, limit: null }).note).toContain('64 concurrent requests');
  });
});

describe('the verdict on recorded traffic', () => {
  const recorded = { kind: 'recorded', appId: 'a', endpointId: 'e', window: 'minutes' } as const;
  const range = { fromS: 1000, untilS: 1300, stepS: 1 };

  it('the verdict on recorded traffic gives the longest delay and when the queue was empty', () => {
    const busy = recordedShape([{ at: 1010, arrivals: 3000 }], range);
    expect(judge(recorded, { ...quick, limit: 100 }, busy).text).toMatch(
      /^3,000 messages of the last five minutes\. Longest delay 29 s, 40 s after the start\. No delay after 40 s\.$/,
    );
    const late = recordedShape([{ at: 1299, arrivals: 3000 }], range);
    expect(judge(recorded, { ...quick, limit: 100 }, late).text).toMatch(
      /The queue is empty 29 s after the end\.$/,
    );
  });

  it('the verdict on a single recorded message is that it is not delayed', () => {
    const shape = recordedShape([{ at: 1010, arrivals: 1 }], range);
    expect(judge(recorded, { ...quick, limit: 100 }, shape).text).toBe(
      '1 message of the last five minutes is sent without queueing. Longest delay 0 ms.',
    );
  });
});

function judge(
  traffic: TrafficChoice,
  queue: { readonly limit: number | null; readonly latencyMs: number },
  recorded: TrafficShape = [],
) {
  const run = simulate(simulationInput(traffic, recorded, queue));
  for (let step = run.next(); ; step = run.next())
    if (step.done) return verdictOf(traffic, queue, step.value);
}
