// What a handler of an administration command is, and what it works on.
import type { Log } from '../../base/log.ts';
import type { Network } from '../network.ts';
import type { CommandCall, CommandName, CommandResults, ServiceStatus } from './commands.ts';

/** Dependencies of the handlers. */
export interface AdminDeps {
  readonly network: Network;
  readonly log: Log;
  /** Public address of this master, for the printed configuration. */
  readonly toPublicEndpoint: () => { readonly address: string; readonly port: number };
  readonly toStatus: () => ServiceStatus;
  /** Resolves when all changes to the peers are on disk. @throws AppError storage-failed */
  readonly savePeers: () => Promise<void>;
  /** Likewise for the bridges. @throws AppError storage-failed */
  readonly saveBridges: () => Promise<void>;
}

/** @throws AppError when the call is rejected; nothing has changed then */
export type Handler<Name extends CommandName> = (
  parts: AdminDeps,
  call: CommandCall,
) => CommandResults[Name] | Promise<CommandResults[Name]>;

export type HandlersOf<Name extends CommandName> = { readonly [Key in Name]: Handler<Key> };
