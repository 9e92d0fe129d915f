// Time zone and time servers as an owner writes them.
import { isIP } from 'node:net';
import { MISFIT } from '../schema/schema.ts';

/** Names are files, so their case counts. */
const ZONE = /^[A-Z][A-Za-z0-9_+-]*(\/[A-Z][A-Za-z0-9_+-]*){0,2}$/;
const HOST =
  /^(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/;

/** Whether the time zone database has it, such as `Europe/Berlin`. */
export const isTimeZone = (name: string): boolean => {
  if (!ZONE.test(name)) return false;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    // Node may answer an old name with its new one: accepted. The same name in other letters of case is not.
    return timeZone === name || timeZone.toLowerCase() !== name.toLowerCase();
  } catch {
    return false;
  }
};

/** Host names and addresses, separated by spaces or commas. */
export const parseTimeServers = (value: string): string | typeof MISFIT => {
  const servers = value.split(/[\s,]+/);
  return servers.every((server) => isIP(server) !== 0 || HOST.test(server)) ? servers.join(' ') : MISFIT;
};
