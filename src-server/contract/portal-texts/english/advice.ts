/** What a response means for the receiver of events, and what to do. */
export const ADVICE_TEXTS = {
  accepted: 'Your software accepted the event.',
  'test-url': 'The test URL accepted the event.',
  moved: 'Redirects are not followed. Use the final URL as the endpoint URL.',
  malformed: 'Your software rejected the payload. Its log may say why.',
  unauthorized:
    'Your server rejected the request. Check that it verifies the raw body with the signing secret of this endpoint. If a gateway in front of it needs a header, add it in the settings of the endpoint.',
  'not-found': 'Your server accepts no POST requests at this path. Check the endpoint URL.',
  gone: 'Your software asked to stop deliveries. The endpoint was disabled; enable it when your software is ready.',
  'too-large': 'The request is too large for your server. Raise its limit for request bodies.',
  overloaded: 'Your server asks for fewer requests. Set a lower rate limit for the endpoint.',
  failed: 'Your software failed while handling the request. Its log says why.',
  refused: 'Any response other than 2xx counts as a failure. Respond with 204 once the event is stored.',
  timeout:
    'Your software did not respond completely in time. Respond as soon as the event is stored, and process it afterwards.',
  closed: 'Your server closed the connection before its response was complete. Its log may say why.',
  port: 'Nothing is listening on this host and port. Check the port, and that your software is running.',
  dns: 'The host name does not resolve. Check its spelling and its DNS record.',
  tls: 'No secure connection was possible. Check that the certificate is valid, complete and for this host name.',
  unreachable: 'The host cannot be reached from here. Check the URL and your firewall.',
  invalid: 'The response was not HTTP. Check the port, and whether it expects https.',
  blocked:
    'The sender does not allow this URL, for example because its host is in a private network. Use a public one.',
  proxy: 'The sender’s own proxy failed. Your software is not the cause; the event is sent again later.',
  unknown: 'No response. Check that your software is running and can be reached from the internet.',
};
