// Commands about the device and the connection itself.

import { editConfiguration } from '../device/configuration.ts';
import { parseFlag, parseOneOf, parseSigned } from '../values.ts';
import { type CommandCall, given, need, needOne } from './command.ts';
import { NOTICE_KEYS } from './notifications.ts';
import { OK, toConfigurationText, toDeviceInfo, toPairs, toRemoteInfo, toTransportText } from './replies.ts';

export const transportInfo = ({ context }: CommandCall): string => toTransportText(208, context.hyperDeck.snapshot());

export const deviceInfo = ({ context }: CommandCall): string => toDeviceInfo(context.machine);

export const uptime = ({ context }: CommandCall): string =>
  toPairs(215, 'uptime', [['uptime', Math.floor(context.uptimeSeconds())]]);

export const configuration = ({ values, context }: CommandCall): string => {
  const { hyperDeck } = context;
  if (values.size === 0) return toConfigurationText(211, hyperDeck.snapshot().device);
  hyperDeck.change(({ device }) => ({ configuration: editConfiguration(device.configuration, values) }));
  return OK;
};

export const remote = ({ values, context, client: caller }: CommandCall): string => {
  const { hyperDeck } = context;
  if (values.size === 0) return toRemoteInfo(210, hyperDeck.snapshot().device.remoteEnabled, caller.override);
  const override = given(values, 'override', parseFlag) ?? caller.override;
  const remoteEnabled = given(values, 'enable', parseFlag);
  caller.override = override;
  if (remoteEnabled !== undefined) hyperDeck.change(() => ({ remoteEnabled }));
  return OK;
};

/** A change is answered with 200: a client waits for it and gives up on 209. */
export const notify = ({ values, client: caller }: CommandCall): string => {
  if (values.size === 0) {
    return toPairs(
      209,
      'notify',
      NOTICE_KEYS.map((key) => [key, caller.notices.has(key)]),
    );
  }
  const wanted = NOTICE_KEYS.flatMap((key) => {
    const flag = given(values, key, parseFlag);
    return flag === undefined ? [] : [{ key, flag }];
  });
  for (const { key, flag } of wanted) caller.setNotice(key, flag);
  return OK;
};

const MAX_WATCHDOG_SECONDS = 86_400;

export const watchdog = ({ values, client: caller }: CommandCall): string => {
  const seconds = parseSigned(need(values, 'period'), MAX_WATCHDOG_SECONDS);
  caller.setWatchdog(seconds > 0 ? seconds : undefined);
  return OK;
};

export const connectionProtocol = ({ values, client: caller }: CommandCall): string => {
  needOne(values);
  caller.responseVersion = parseOneOf(need(values, 'response version'), ['1', '2']) === '1' ? 1 : 2;
  return OK;
};

/** A released client sends the bare word to remove the overlay. */
export const identify = ({ values, client: caller }: CommandCall): string => {
  caller.setIdentify(given(values, 'enable', parseFlag) ?? false);
  return OK;
};

export const ping = (): string => OK;

export const quit = ({ client: caller }: CommandCall): string => {
  caller.leave();
  return OK;
};
