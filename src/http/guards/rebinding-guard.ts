// Rebinding guard: which Host headers name this device.
import { isIPv4, isIPv6 } from 'node:net';

interface OwnNames {
  /** The live host name. */
  readonly hostName: string;
  /** Further names, or suffixes of names, lower-case. */
  readonly allowedHosts: readonly string[];
}

const HOST_AND_PORT = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::[0-9]{1,5})?$/;
const LOCAL_NAME = /^(?:[a-z0-9_-]+\.)+local$/;
const SINGLE_LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/**
 * True when a Host header names this device: an address, `localhost`, a single label, `*.local`, its own name or an allowed
 * suffix. No foreign DNS name that points here is among these.
 */
export const isOwnHost = (host: string, own: OwnNames): boolean => {
  const name = HOST_AND_PORT.exec(host.toLowerCase())?.[1]?.replace(/\.$/, '');
  if (name === undefined) return false;
  if (name.startsWith('[')) return isIPv6(name.slice(1, -1));
  return (
    isIPv4(name) ||
    SINGLE_LABEL.test(name) ||
    LOCAL_NAME.test(name) ||
    name === own.hostName.toLowerCase() ||
    own.allowedHosts.some((allowed) => isNameOrSuffix(name, allowed))
  );
};

const isNameOrSuffix = (name: string, allowed: string): boolean => {
  const suffix = allowed.replace(/^\./, '');
  return suffix !== '' && (name === suffix || name.endsWith(`.${suffix}`));
};
