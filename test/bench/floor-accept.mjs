// The floor of accepting: the same framework parses the same body and answers 202. Nothing is checked or stored.
import express from 'express';

const app = express();
app.disable('x-powered-by').disable('etag');
app.post('/', express.json({ limit: '2mb' }), (_request, response) => {
  response.status(202).json({ ok: true });
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
});
process.on('disconnect', () => process.exit());
