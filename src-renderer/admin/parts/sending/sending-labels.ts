import type { Sending } from '../../../shared/endpoint/sending';

/** What each choice means for new messages, for those that wait, and for resends. */
export const SENDING_LABELS: Readonly<Record<Sending, { readonly label: string; readonly hint: string }>> = {
  on: { label: 'On', hint: 'New and waiting messages and resends are sent, within the limit.' },
  paused: { label: 'Paused', hint: 'New messages and resends are accepted and wait. Nothing is dropped.' },
  disabled: { label: 'Disabled', hint: 'New messages wait. Resends are refused. Nothing is dropped.' },
};
