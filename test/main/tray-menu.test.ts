import { describe, expect, it } from 'vitest';
import type { ServerLoad } from '../../src-main/server-messages';
import { type TrayState, trayLabel, trayMenu } from '../../src-main/tray-menu';

const load = { inFlight: 0, waiting: 0, sendingPaused: false, networkSentence: null, attention: 0 };
const running = (part: Partial<ServerLoad> = {}): TrayState => ({
  kind: 'running',
  load: { ...load, ...part },
});

function open(state: TrayState) {
  const done: string[] = [];
  const items = trayMenu(state, {
    open: () => done.push('open'),
    openAttention: () => done.push('attention'),
    pauseSending: (paused) => done.push(paused ? 'pause' : 'resume'),
    tryAgain: () => done.push('again'),
    quit: () => done.push('quit'),
  });
  const press = (label: string) => {
    (items.find((item) => item.label === label)?.click as (() => void) | undefined)?.();
    return done.splice(0);
  };
  return { labels: items.flatMap(({ label }) => label ?? []), press };
}

describe('the menu of the tray', () => {
  it.each([
    [running(), 'Nothing to send'],
    [running({ inFlight: 12, waiting: 4_488 }), 'Sending, 4,500 waiting'],
    [running({ sendingPaused: true, waiting: 3 }), 'Paused, 3 waiting'],
    [running({ networkSentence: 'No network since 14:02.', waiting: 3 }), 'No network since 14:02.'],
    [running({ networkSentence: 'No network since 14:02.', sendingPaused: true }), 'Paused, 0 waiting'],
    [{ kind: 'starting' } as const, 'Starting'],
    [{ kind: 'restarting' } as const, 'Restarting the service'],
    [{ kind: 'stopped' } as const, 'The service has stopped'],
  ])('says how the service is: %j', (state, words) => {
    expect(trayLabel(state)).toBe(words);
    expect(open(state).labels[0]).toBe(words);
  });

  it('pauses all sending, or resumes it when it is paused', () => {
    expect(open(running()).press('Pause all sending')).toEqual(['pause']);
    expect(open(running({ sendingPaused: true })).press('Resume sending')).toEqual(['resume']);
  });

  it('leads to the endpoints that need somebody, when there are some', () => {
    expect(open(running({ attention: 1 })).press('1 endpoint needs attention')).toEqual(['attention']);
    expect(open(running()).labels.some((label) => label.includes('attention'))).toBe(false);
  });

  it('offers to try again only when the service has stopped, and to pause only while it runs', () => {
    expect(open({ kind: 'stopped' }).press('Try again')).toEqual(['again']);
    expect(open({ kind: 'stopped' }).labels).toEqual([
      'The service has stopped',
      'Try again',
      'Open Posthorn',
      'Quit',
    ]);
    expect(open(running()).labels).not.toContain('Try again');
  });

  it('opens the window and quits in every state', () => {
    for (const state of [running(), { kind: 'restarting' } as const]) {
      expect(open(state).press('Open Posthorn')).toEqual(['open']);
      expect(open(state).press('Quit')).toEqual(['quit']);
    }
  });
});
