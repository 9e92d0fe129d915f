// Checks the MQTT broker.
import { toReason, toSystemCode } from '../../base/errors.ts';
import { NETWORK_REASONS } from '../../client/player-errors.ts';
import type { PlayerConnection } from '../../config/player-connection.ts';
import { readCaFile } from '../../mqtt/broker/ca-file.ts';
import { queryOverBroker, tryBroker } from '../../mqtt/broker/probe.ts';
import { type Finding, good, note, problem, unknown } from './finding.ts';

const PART = 'Broker';

/** MQTT 5, CONNACK: bad user name or password, not authorised, banned, bad authentication method. */
const REFUSALS: readonly unknown[] = [0x86, 0x87, 0x8a, 0x8c];

const restart = ({ isUnit }: Pick<PlayerConnection, 'isUnit'>): string =>
  isUnit ? 'sudo systemctl restart cuedeck-player' : 'restart the player';

const toTrouble = (error: unknown, place: PlayerConnection): Finding => {
  const host = place.mqttUrl?.host;
  const then = `then ${restart(place)}`;
  if (error instanceof Error && 'code' in error && REFUSALS.includes(error.code)) {
    return problem(
      PART,
      `The broker at ${host} refuses the user or the password.`,
      `Set CUEDECK_MQTT_USER and CUEDECK_MQTT_PASSWORD as the broker has them; ${then}.`,
    );
  }
  const reach = NETWORK_REASONS[toSystemCode(error) ?? ''];
  if (reach !== undefined) {
    return problem(
      PART,
      `The broker at ${host} cannot be reached: ${reach}.`,
      `Start the broker, the player finds it by itself; or set CUEDECK_MQTT_URL right, ${then}.`,
    );
  }
  const reason = toReason(error);
  return problem(
    PART,
    `The broker at ${host} cannot be reached: ${reason}.`,
    /certificate/i.test(reason)
      ? `Name the file of its authority in CUEDECK_MQTT_CA; ${then}.`
      : `Check CUEDECK_MQTT_URL: host, port, mqtts for a broker with TLS; ${then}.`,
  );
};

const findCa = async ({ mqttCa }: PlayerConnection): Promise<Buffer | undefined | Finding> => {
  if (mqttCa === undefined) return undefined;
  return readCaFile(mqttCa).catch((error) => {
    const text = `CUEDECK_MQTT_CA=${mqttCa}: ${toReason(error)}.`;
    if (toSystemCode(error) === 'EACCES') return unknown(PART, text, 'Use sudo.');
    return problem(PART, text, 'Name a PEM file that the player can read.');
  });
};

/** @param deviceId id of the running player; undefined when none answers */
export const examineBroker = async (
  place: PlayerConnection,
  deviceId: string | undefined,
): Promise<readonly Finding[]> => {
  const { mqttUrl: url, mqttUser: user, mqttPassword: password, mqttRoot: root, closedConf } = place;
  if (url === undefined) {
    if (closedConf === undefined) return [];
    return [unknown(PART, `Whether one is set is in ${closedConf}, which is not for this user.`, 'Use sudo.')];
  }
  const ca = await findCa(place);
  if (ca !== undefined && 'verdict' in ca) return [ca];
  const address = { url, user, password, ca };
  const id = place.mqttPlayer ?? deviceId;
  try {
    if (id === undefined) {
      await tryBroker(address, root);
      return [good(PART, `The broker at ${url.host} takes the settings; the player was not asked.`)];
    }
    return [toFinding(place, id, deviceId, await queryOverBroker(address, { root, id }))];
  } catch (error) {
    return [toTrouble(error, place)];
  }
};

const toFinding = (
  place: PlayerConnection,
  id: string,
  deviceId: string | undefined,
  answer: Awaited<ReturnType<typeof queryOverBroker>>,
): Finding => {
  const host = place.mqttUrl?.host;
  if (answer === undefined) {
    const text = `The broker at ${host} takes the settings, but ${id} is not connected to it`;
    if (deviceId === undefined) return note(PART, `${text}; the player does not run or requires a token.`);
    return problem(
      PART,
      `${text}.`,
      `It looks for it every 30 s, cuedeck logs says why in vain; after a change of settings ${restart(place)}.`,
    );
  }
  if (deviceId !== undefined && answer.deviceId !== undefined && answer.deviceId !== deviceId) {
    return problem(
      PART,
      `At the broker at ${host} another player, ${answer.name ?? answer.deviceId}, answers as ${id}.`,
      `Set a CUEDECK_MQTT_PLAYER of its own on each of the two; then ${restart(place)}.`,
    );
  }
  return good(PART, `The player is connected to ${host} as ${id}.`);
};
