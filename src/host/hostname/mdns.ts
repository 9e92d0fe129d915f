// Makes avahi announce the device under its new name; avahi does not follow a changed host name by itself.

import { runProgram } from '../../base/child-process.ts';
import { toMessage, toSystemCode } from '../../base/errors.ts';

const TIMEOUT_SECONDS = 5;

/** Output of the command when there is nothing to do: no daemon, or the name is already announced. */
const NOTHING_TO_DO = /not running|redundant|daemon connection failed/i;

/**
 * Does nothing when avahi is not installed or not running.
 * @throws Error with the output of the command
 */
export const announceName = async (name: string, command = 'avahi-set-host-name'): Promise<void> => {
  try {
    await runProgram(command, [name], TIMEOUT_SECONDS);
  } catch (error) {
    if (toSystemCode(error) === 'ENOENT' || NOTHING_TO_DO.test(toMessage(error))) return;
    throw error;
  }
};
