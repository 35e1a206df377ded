// A proxy that takes CONNECT and passes bytes on, for what a proxy costs the sender.
import { createServer } from 'node:http';
import { connect } from 'node:net';

const server = createServer((_request, response) => void response.writeHead(405).end());
server.on('connect', (request, socket, head) => {
  const [host, port] = (request.url ?? '').split(':');
  const onward = connect({ host, port: Number(port), noDelay: true }, () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    onward.write(head);
    socket.pipe(onward).pipe(socket);
  });
  const over = () => {
    socket.destroy();
    onward.destroy();
  };
  socket.on('error', over);
  onward.on('error', over);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
});
process.on('disconnect', () => process.exit());
