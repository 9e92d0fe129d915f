import type { NetworkInterfaceInfo } from 'node:os';
import { expect, test } from 'vitest';
import { createAddressBook, toAddresses } from '../../src/host/interfaces.ts';

const v4 = (address: string, internal = false): NetworkInterfaceInfo => ({
  family: 'IPv4',
  address,
  netmask: '255.255.255.0',
  mac: '00:00:00:00:00:00',
  internal,
  cidr: null,
});
const v6 = (address: string, internal = false): NetworkInterfaceInfo => ({
  ...v4(address, internal),
  family: 'IPv6',
  scopeid: 0,
});

test('each interface has its first IPv4 address, else its first IPv6 address that is good beyond one cable', () => {
  expect(
    toAddresses({
      lo: [v4('127.0.0.1', true), v6('::1', true)],
      eth0: [v6('fe80::1'), v6('2001:db8::1'), v4('192.168.0.5'), v4('10.0.0.5')],
      wlan0: [v6('fe80::2'), v6('2001:db8::2'), v6('2001:db8::3')],
      usb0: [v6('FEBF::2')],
      dummy0: [],
      gone: undefined,
    }),
  ).toEqual({ eth0: '192.168.0.5', wlan0: '2001:db8::2' });
});

test('a self-assigned address is shown only where there is no other, and behind the addresses that others reach', () => {
  const found = toAddresses({
    usb0: [v4('169.254.7.7'), v6('fe80::3')],
    eth0: [v4('169.254.20.1'), v4('192.168.1.50')],
    eth1: [v4('169.254.20.2'), v6('2001:db8::1')],
    wlan0: [v4('10.0.0.5')],
  });
  expect(Object.entries(found)).toEqual([
    ['eth0', '192.168.1.50'],
    ['eth1', '2001:db8::1'],
    ['wlan0', '10.0.0.5'],
    ['usb0', '169.254.7.7'],
  ]);
});

test('the addresses are asked for once a second at most, and follow a change within that', () => {
  let now = 10;
  let asked = 0;
  let address = '10.0.0.5';
  const addresses = createAddressBook(
    () => {
      asked += 1;
      return { eth0: [v4(address)] };
    },
    () => now,
  );
  expect([addresses(), addresses(), asked]).toEqual([{ eth0: '10.0.0.5' }, { eth0: '10.0.0.5' }, 1]);
  address = '10.0.0.6';
  now = 10.9;
  expect(addresses()).toEqual({ eth0: '10.0.0.5' });
  now = 11;
  expect([addresses(), asked]).toEqual([{ eth0: '10.0.0.6' }, 2]);
});

test('while the kernel does not tell, the addresses stay as they were', () => {
  let now = 0;
  const refusal = new Error('uv_interface_addresses returned Unknown system error 24');
  const asked: (() => { eth0: NetworkInterfaceInfo[] })[] = [
    () => {
      throw refusal;
    },
    () => ({ eth0: [v4('10.0.0.5')] }),
    () => {
      throw refusal;
    },
  ];
  const addresses = createAddressBook(
    () => asked.shift()?.() ?? {},
    () => now++,
  );
  expect([addresses(), addresses(), addresses(), addresses()]).toEqual([
    {},
    { eth0: '10.0.0.5' },
    { eth0: '10.0.0.5' },
    {},
  ]);
});
