// Network settings of the card as files of systemd-networkd and wpa_supplicant.
import type { CardValues } from './settings.ts';

/** A file by its name; undefined: it is not to be there. */
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

/** Of a name that may hold any byte: as digits, which need no quotes. */
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

/** A fixed address is that of the Wi-Fi where one is named, else of the cable: the other asks for its own. */
export const toNetworkFiles = (values: CardValues): NetworkFiles => {
  const wifi = toWifi(values);
  return {
    'wifi.conf': wifi,
    'cable.network': wifi === undefined ? toNetwork('ether', values) : undefined,
    'wifi.network': wifi === undefined ? undefined : toNetwork('wlan', values),
  };
};
