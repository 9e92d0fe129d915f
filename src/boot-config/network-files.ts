// Network settings of the card as files of systemd-networkd and wpa_supplicant.
import type { CardValues } from './settings.ts';

/** Content by file name; undefined: no such file. */
type NetworkFiles = Readonly<Record<'cable.network' | 'wifi.network' | 'wifi.conf', string | undefined>>;

const toNetwork = (type: 'ether' | 'wlan', values: CardValues): string | undefined => {
  const [address] = values.address ?? [];
  const [dns] = values.dns ?? [];
  const [gateway] = values.gateway ?? [];
  if (address === undefined && dns === undefined) return undefined;
  return [
    '[Match]',
    `Type=${type}`,
    '',
    '[Network]',
    ...(address === undefined ? ['DHCP=yes'] : [`Address=${address}`]),
    ...(address === undefined || gateway === undefined ? [] : [`Gateway=${gateway}`]),
    ...(dns ?? '').split(' ').flatMap((one) => (one === '' ? [] : [`DNS=${one}`])),
    'LinkLocalAddressing=yes',
    'MulticastDNS=no',
    'LLMNR=no',
    '',
  ].join('\n');
};

/** A name with arbitrary bytes as hex digits, which need no quotes. */
const toHex = (text: string): string => Buffer.from(text, 'utf8').toString('hex');

const toWifi = (values: CardValues): string | undefined => {
  const [name] = values['wifi-name'] ?? [];
  if (name === undefined) return undefined;
  const [country] = values['wifi-country'] ?? [];
  const [password] = values['wifi-password'] ?? [];
  const key = password === undefined ? [] : [`  psk=${password.length === 64 ? password : `"${password}"`}`];
  return [
    'ctrl_interface=/run/wpa_supplicant',
    ...(country === undefined ? [] : [`country=${country}`]),
    'network={',
    `  ssid=${toHex(name)}`,
    '  scan_ssid=1',
    `  key_mgmt=${password === undefined ? 'NONE' : 'WPA-PSK'}`,
    ...key,
    '}',
    '',
  ].join('\n');
};

/** A fixed address belongs to the Wi-Fi if one is configured, else to the cable; the other uses DHCP. */
export const toNetworkFiles = (values: CardValues): NetworkFiles => {
  const wifi = toWifi(values);
  return {
    'wifi.conf': wifi,
    'cable.network': wifi === undefined ? toNetwork('ether', values) : undefined,
    'wifi.network': wifi === undefined ? undefined : toNetwork('wlan', values),
  };
};
