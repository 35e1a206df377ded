/** Texts around code to copy. */
export const SNIPPET_TEXTS = {
  language: 'Language',
  install: 'Needs',
  installation: 'installation',
  waiting: 'the code',
  verify: 'Verify a signature',
  send: 'Send a message',
  poll: 'Poll for messages',
  notShown: 'Reveal the secret to insert it into the code.',
  pair: 'This endpoint signs with a key pair (v1a). Verify its signatures with the public key (Ed25519).',
};
