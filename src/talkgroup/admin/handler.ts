// What a handler of an administration command is, and what it works on.
import type { Log } from '../../base/log.ts';
import type { Network } from '../network.ts';
import type { CommandCall, CommandName, CommandResults, ServiceStatus } from './commands.ts';

/** What the handlers work on. */
export interface AdminParts {
  readonly network: Network;
  readonly log: Log;
  /** Where hotspots reach this master, for the printed configuration. */
  readonly toPublicEndpoint: () => { readonly address: string; readonly port: number };
  readonly toStatus: () => ServiceStatus;
  /** Resolves when all changes to the peers are on disk. @throws DeckError storage-failed */
  readonly savePeers: () => Promise<void>;
  /** Likewise for the bridges. @throws DeckError storage-failed */
  readonly saveBridges: () => Promise<void>;
}

/** @throws DeckError when the call is refused; nothing has changed then */
export type Handler<Name extends CommandName> = (
  parts: AdminParts,
  call: CommandCall,
) => CommandResults[Name] | Promise<CommandResults[Name]>;

export type HandlersOf<Name extends CommandName> = { readonly [Key in Name]: Handler<Key> };
