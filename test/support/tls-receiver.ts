import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** Its name, and the only one for which its certificate holds; nobody but a proxy finds it. */
export const TLS_NAME = 'receiver.invalid';

/** Signed by itself: who trusts it trusts nothing else. Valid until 2126. */
export const TLS_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBqzCCAVCgAwIBAgIULzzRT5FBIOdB7/a+9Fin44bmcsswCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQcmVjZWl2ZXIuaW52YWxpZDAgFw0yNjExMjkwOTA5MjVaGA8y
MTI2MTEwNTA5MDkyNVowGzEZMBcGA1UEAwwQcmVjZWl2ZXIuaW52YWxpZDBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABN3aC4MZ1xUM8/TltJSXmaHFdFaRhBscDDuW
xgS0ICtSfenJQQnAoew5QD8jyfLfapzyD6JJst137hSglLC13u+jcDBuMB0GA1Ud
DgQWBBRP/O5zX0s1IAZRHbBHpo5Vxt0/CDAfBgNVHSMEGDAWgBRP/O5zX0s1IAZR
HbBHpo5Vxt0/CDAPBgNVHRMBAf8EBTADAQH/MBsGA1UdEQQUMBKCEHJlY2VpdmVy
LmludmFsaWQwCgYIKoZIzj0EAwIDSQAwRgIhALr0r0aqFTBJQwypNVaGOMjuuEhd
9jZXfeF7M7kcpaulAiEAkD5IFHhWziJWruP8k8wp6CItnO5QdAs+T7FQ8I972w0=
-----END CERTIFICATE-----
`;

/** The key of that certificate. */
export const TLS_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgftu/qrQfG2Z+2/5K
5lfSQ0fJGFIPQ1BnwXNjXVgJxYKhRANCAATd2guDGdcVDPP05bSUl5mhxXRWkYQb
HAw7lsYEtCArUn3pyUEJwKHsOUA/I8ny32qc8g+iSbLdd+4UoJSwtd7v
-----END PRIVATE KEY-----
`;

/** A receiver on a free port of 127.0.0.1 that speaks TLS, and answers with the name that it was asked for. */
export async function startTlsReceiver(): Promise<{ readonly port: number; close(): Promise<void> }> {
  const server = createServer({ cert: TLS_CERTIFICATE, key: TLS_KEY }, (request, response) => {
    response.end(String(request.headers.host));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
