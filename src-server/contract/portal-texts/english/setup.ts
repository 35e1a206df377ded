import { icu } from '../icu';

/** The texts of the way from a new endpoint to its first event. */
export const SETUP_TEXTS = {
  title: 'Set up endpoint',
  steps: 'Steps',
  words: { endpoint: 'Endpoint', secret: 'Signing secret', verify: 'Verification', test: 'Test event' },
  stepOf: icu<'step' | 'all'>('Step {step, number} of {all, number}: '),
  done: 'done',
  next: icu<'step'>('Continue: {step}'),
  back: 'Back',
  leave: 'Finish later',
  leaveText: 'The endpoint is saved. Its page leads back here.',
  toEndpoint: 'Go to the endpoint',
  secretText:
    'Each request is signed with this secret. Your software needs it to verify that a request comes from here and was not changed.',
  secretKept:
    'Store it like a password. You can show it again at any time in the settings of the endpoint, and rotate it there if others have seen it.',
  verifyText: 'Add this to the code that receives the requests.',
  verifyBody: 'Verify the raw body, before it is parsed: re-serialized JSON no longer matches the signature.',
  ready: 'Your endpoint receives events',
  readyText: 'The event was accepted. From now on, the endpoint receives the events that you chose.',
  unfinished: 'Nothing has been delivered here in 28 days',
  unfinishedText: 'Set up signature verification, then send a test event.',
  resume: 'Finish setting up',
};
