// The floor: a TCP server that sends the same block for every request, in a process of its own. Tells its port.
import { type AddressInfo, createServer } from 'node:net';

const ANSWER = [
  '208 transport info:',
  'status: play',
  'speed: 100',
  'slot id: 1',
  'clip id: 1',
  'single clip: true',
  'display timecode: 01:00:03:12',
  'timecode: 01:00:03:12',
  'video format: 720p50',
  'loop: true',
  '\r\n',
].join('\r\n');

const server = createServer({ noDelay: true }, (socket) => {
  socket.on('error', () => socket.destroy());
  socket.on('data', () => socket.write(ANSWER));
  socket.write('500 connection info:\r\nprotocol version: 1.11\r\n\r\n');
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
