// The floor of accepting and delivering at once: the same framework parses the body, the same client posts it on,
// all in one process. Nothing is checked, signed, stored or paced.
import express from 'express';
import { Pool } from 'undici';

const target = new URL(process.argv[2] ?? '');
const pool = new Pool(target.origin, { connections: Number(process.argv[3]) });
const app = express();
app.disable('x-powered-by').disable('etag');
app.post('/', express.json({ limit: '2mb' }), (request, response) => {
  response.status(202).json({ ok: true });
  void pool
    .request({
      path: target.pathname,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request.body.payload),
    })
    .then((response) => response.body.dump());
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
});
process.on('disconnect', () => process.exit());
