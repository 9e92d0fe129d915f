// The broker of the fleet, from the same settings as the player's.
import { readFile } from 'node:fs/promises';
import { toReason } from '../../errors.ts';
import { SystemWallClock } from '../../host/wall-clock.ts';
import { connectFleet, type FleetClient } from '../../mqtt/fleet-client.ts';
import { CliError, EXIT } from '../cli-error.ts';
import type { Call } from '../command.ts';

/** @throws CliError when no broker is set or it does not answer */
export const withFleet = async <Result>(
  { place }: Pick<Call, 'place'>,
  work: (fleet: FleetClient) => Promise<Result>,
): Promise<Result> => {
  const { mqttUrl: url, mqttUser: user, mqttPassword: password, mqttCa, mqttRoot } = place;
  if (url === undefined) {
    throw new CliError(EXIT.settings, 'No broker is set. Say in CUEDECK_MQTT_URL where the one of the fleet is.');
  }
  const authority = mqttCa === undefined ? undefined : await readAuthority(mqttCa);
  const wall = new SystemWallClock();
  wall.start();
  const timeOfDay = (): number | undefined => (wall.reading() === undefined ? undefined : wall.nowSeconds());
  const fleet = await connectFleet({ url, user, password, authority }, mqttRoot, timeOfDay).catch((error) => {
    wall.dispose();
    const reason = `The broker at ${url.host} is not reached: ${toReason(error)}.`;
    throw new CliError(EXIT.unavailable, `${reason} Check CUEDECK_MQTT_URL, user and password.`);
  });
  try {
    return await work(fleet);
  } finally {
    wall.dispose();
    await fleet.end();
  }
};

const readAuthority = (path: string): Promise<Buffer> =>
  readFile(path).catch((error) => {
    throw new CliError(EXIT.settings, `CUEDECK_MQTT_CA=${JSON.stringify(path)} is refused: ${toReason(error)}.`);
  });
