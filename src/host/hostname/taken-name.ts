// Tells from what avahi announces whether another device has our host name.

const NUMBERED = /^(.+)-([1-9]\d*)$/;
/** DNS: from here on avahi shortens a name to make room for its number. */
const LONG = 62;

/**
 * Avahi counts on a name that is taken: `stage`, `stage-2`, `stage-3`. Anything else was set, as by `host-name=` of avahi-daemon.conf.
 * @param announced in lower case
 * @param hostName with capitals and a domain, as the machine has it: avahi takes its first label
 * @returns `announced` when another device has our name
 */
export const toTakenName = (announced: string | undefined, hostName: string): string | undefined => {
  const own = (hostName.split('.')[0] ?? '').toLowerCase();
  const [, stem, number] = NUMBERED.exec(announced ?? '') ?? [];
  if (announced === undefined || stem === undefined) return undefined;
  const [, ownStem = own, ownNumber = 1] = NUMBERED.exec(own) ?? [];
  const isOurs = stem === ownStem || (announced.length >= LONG && ownStem.startsWith(stem));
  return isOurs && Number(number) > Number(ownNumber) ? announced : undefined;
};
