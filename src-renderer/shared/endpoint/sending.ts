import type { EndpointOut } from '../../../src-server/contract/endpoint';
import { SENDING_TEXTS } from '../../../src-server/contract/portal-texts/english/form';

/** Whether an endpoint is sent to: one choice for people, two flags in the API. */
export const SENDING = ['on', 'paused', 'disabled'] as const;
export type Sending = (typeof SENDING)[number];

/** What each choice means for new messages, for those that wait, and for resends, in English. */
export const SENDING_LABELS: Readonly<Record<Sending, { readonly label: string; readonly hint: string }>> =
  SENDING_TEXTS;

type Flags = Pick<EndpointOut, 'disabled' | 'paused'>;

/** A disabled endpoint is disabled, paused or not: it refuses resends, and resuming it would send nothing. */
export function sendingOf({ disabled, paused }: Flags): Sending {
  if (disabled) return 'disabled';
  return paused ? 'paused' : 'on';
}

/** The flags of a choice. Enabling an endpoint sends: it never leaves one that is paused from before. */
export function sendingFlags(sending: Sending): Flags {
  return { disabled: sending === 'disabled', paused: sending === 'paused' };
}
