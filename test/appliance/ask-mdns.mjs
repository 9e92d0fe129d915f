// Asks the local network for the address of a name, until it is told: ask-mdns.mjs NAME SECONDS. Prints the address.
import { createSocket } from 'node:dgram';

const [name = '', seconds = '3'] = process.argv.slice(2);
const labels = `${name}.local`.split('.');
const question = Buffer.concat([
  Buffer.from([0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]),
  ...labels.map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
  Buffer.from([0, 0, 1, 0, 1]),
]);

const socket = createSocket('udp4');
socket.on('message', (answer) => {
  // One question, echoed, and behind it the answer whose last four bytes are the address.
  if (answer.readUInt16BE(6) === 0) return;
  const data = answer.indexOf(Buffer.from([0, 1, 0, 1]), question.length) + 4;
  const record = answer.subarray(data + 6, data + 10);
  console.log(record.join('.'));
  process.exit(0);
});
const ask = () => socket.send(question, 5353, '224.0.0.251');
setInterval(ask, 100);
ask();
setTimeout(() => process.exit(1), Number(seconds) * 1000);
