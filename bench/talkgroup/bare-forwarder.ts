// What the daemon is compared with: the least that receives a burst and sends it to 99 others, in plain Node.
// Told by its parent which groups of endpoints there are.
import { createSocket } from 'node:dgram';
import type { Group } from './shape.ts';
import { toFields } from './wire.ts';

const socket = createSocket({
  type: 'udp4',
  // The resolver would make it slower than it need be.
  lookup: (host, _options, callback) => callback(null, host, 4),
});
const othersOf = new Map<number, Group>();

process.on('message', (groups: readonly Group[]) => {
  for (const group of groups)
    for (const member of group)
      othersOf.set(
        member.peer,
        group.filter(({ peer }) => peer !== member.peer),
      );
  process.send?.('ready');
});

const PONG = Buffer.from('MSTPONG');

socket.on('message', (datagram, from) => {
  const { isBurst, peer } = toFields(datagram);
  if (!isBurst) socket.send(Buffer.concat([PONG, datagram.subarray(7)]), from.port, from.address);
  else for (const { port, address } of othersOf.get(peer) ?? []) socket.send(datagram, port, address);
});
socket.bind(0, '127.0.0.1', () => process.send?.(socket.address().port));
