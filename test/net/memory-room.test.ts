// Who gives way when bodies or answers fill the memory that they may take together.
import { expect, test } from 'vitest';
import { MemoryRoom } from '../../src/net/memory-room.ts';

const createRoom = (maxBytes: number) => {
  const room = new MemoryRoom({ maxBytes });
  const gone: string[] = [];
  const enter = (name: string, address: string) => room.enter({ address, evict: () => gone.push(name) });
  return { room, gone, enter };
};

test('the largest of the address that holds most gives way, until there is room', () => {
  const { room, gone, enter } = createRoom(100);
  enter('small', '10.0.0.1').add(30);
  enter('large', '10.0.0.1').add(40);
  enter('owner', '10.0.0.2').add(30);
  expect(gone).toEqual([]);
  enter('owner again', '10.0.0.2').add(20);
  expect([gone, room.bytes]).toEqual([['large'], 80]);
});

test('an address that holds little is never the one, however many strangers there are', () => {
  const { gone, enter } = createRoom(1000);
  const owner = enter('owner', '10.0.0.2');
  owner.add(10);
  for (let count = 0; count < 50; count += 1) enter('stranger', '10.0.0.1').add(100);
  owner.add(90);
  expect([gone.length, gone.includes('owner')]).toEqual([41, false]);
});

test('with IPv6 the addresses of one network count together', () => {
  const { gone, enter } = createRoom(100);
  enter('one', '2001:db8:1:1::1').add(30);
  enter('two', '2001:db8:1:1::2').add(31);
  enter('owner', '10.0.0.2').add(40);
  expect(gone).toEqual(['two']);
});

test('one that is alone stays, whatever it holds', () => {
  const { gone, enter } = createRoom(100);
  enter('owner', '10.0.0.2').add(1000);
  expect(gone).toEqual([]);
});

test('what has left, or was sent away, counts no more', () => {
  const { room, gone, enter } = createRoom(100);
  const first = enter('first', '10.0.0.1');
  first.add(90);
  first.leave();
  first.leave();
  first.add(90);
  const second = enter('second', '10.0.0.1');
  second.add(60);
  enter('third', '10.0.0.1').add(50);
  second.add(70);
  second.leave();
  expect([gone, room.bytes]).toEqual([['second'], 50]);
});
