import type { Advice } from '../endpoints/advice-of';

/** What a response means for the receiver of events, and what to do. */
export const ADVICE_LABELS: Readonly<Record<Advice, string>> = {
  accepted: 'Your software accepted the event.',
  moved: 'Redirects are not followed. Enter the final address in the endpoint.',
  malformed: 'Your software refused the content. Its log may say why.',
  unauthorized:
    'Your server refused the request. Check that it verifies with the secret of this endpoint, and the body as it was received. A gateway before it may need a header, which you can add in the settings of the endpoint.',
  'not-found':
    'Your server has nothing that takes a POST request at this path. Check the address of the endpoint.',
  gone: 'Your software asked not to be sent to any more. The endpoint was disabled; enable it when your software is ready.',
  'too-large': 'Your server refused the size of the request. Raise its limit for the body.',
  overloaded: 'Your server asks for fewer requests. Set a lower limit in the endpoint.',
  failed: 'Your software failed while handling the request. Its log says why.',
  refused: 'Any answer but 200 to 299 counts as a failure. Answer 204 when the event is safe.',
  timeout:
    'Your software did not answer completely in time. Answer as soon as the event is stored, and process it afterwards.',
  closed: 'Your server ended the connection before its answer was complete. Its log may say why.',
  port: 'Nothing listens at this address and port. Check that your software is running, and the port.',
  dns: 'The host name has no address. Check its spelling, and its DNS record.',
  tls: 'No secure connection was possible. Check that the certificate is valid, complete and for this host name.',
  unreachable: 'The host cannot be reached from here. Check the address, and your firewall.',
  invalid: 'The answer was not HTTP. Check the port, and whether it expects https.',
  blocked:
    'The sender does not allow this address, for example because it is in a private network. Use a public one.',
  proxy: 'The sender’s own proxy failed. Your software is not the cause; the event is sent again later.',
  unknown: 'There was no answer. Check that your software is running and can be reached from the internet.',
};
