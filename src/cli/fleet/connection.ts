// The broker of the fleet, from the same settings as the player's.
import { toReason, toSystemCode } from '../../base/errors.ts';
import { SystemWallClock } from '../../host/time/wall-clock.ts';
import * as authorities from '../../mqtt/broker/ca-file.ts';
import { connectFleet, type FleetClient } from '../../mqtt/fleet/client.ts';
import { CliError, EXIT } from '../cli-error.ts';
import type { Call } from '../command.ts';

/** @throws CliError when no broker is set or it does not answer */
export const withFleet = async <Result>(
  { place }: Pick<Call, 'place'>,
  work: (fleet: FleetClient) => Promise<Result>,
): Promise<Result> => {
  const { mqttUrl: url, mqttUser: user, mqttPassword: password, mqttCa, mqttRoot } = place;
  if (url === undefined) {
    throw new CliError(EXIT.settings, 'No broker configured. Set CUEDECK_MQTT_URL to the broker of the fleet.');
  }
  const ca = mqttCa === undefined ? undefined : await readCaFile(mqttCa);
  const wall = new SystemWallClock();
  wall.start();
  const timeOfDay = (): number | undefined => (wall.reading() === undefined ? undefined : wall.nowSeconds());
  const fleet = await connectFleet({ url, user, password, ca }, mqttRoot, timeOfDay).catch((error) => {
    wall.dispose();
    const reason = `The broker at ${url.host} cannot be reached: ${toReason(error)}.`;
    throw new CliError(EXIT.unavailable, `${reason} Check ${toSuspect(error)}.`);
  });
  try {
    return await work(fleet);
  } finally {
    wall.dispose();
    await fleet.end();
  }
};

/** The settings to check: the CA for an untrusted broker, else address and credentials. */
const toSuspect = (error: unknown): string => {
  if (!/certificate|ERR_TLS|CERT_/i.test(toReason(error))) return 'CUEDECK_MQTT_URL, user and password';
  return toSystemCode(error) === 'ERR_TLS_CERT_ALTNAME_INVALID'
    ? 'the host in CUEDECK_MQTT_URL: the certificate is for another one'
    : "CUEDECK_MQTT_CA: it names the file of the broker's authority";
};

const readCaFile = (path: string): Promise<Buffer> =>
  authorities.readCaFile(path).catch((error) => {
    throw new CliError(EXIT.settings, `CUEDECK_MQTT_CA=${JSON.stringify(path)} is refused: ${toReason(error)}.`);
  });
