// Administration of the catalogue: lists read in, single talkgroups added and switched.

import { AppError } from '../../base/errors.ts';
import type { Talkgroup } from '../registry/catalogue.ts';
import { parseCatalogueFile } from '../registry/catalogue-file.ts';
import { isServiceNumber, parseTalkgroupNumber } from '../registry/talkgroup-number.ts';
import type { CommandCall, CommandName } from './commands.ts';
import type { AdminDeps, HandlersOf } from './handler.ts';

const requireTalkgroup = ({ network }: AdminDeps, number: number): Talkgroup => {
  const talkgroup = network.catalogue.get(number);
  if (talkgroup !== undefined) return talkgroup;
  throw new AppError('invalid-value', `Talkgroup ${number} is not in the catalogue.`);
};

const switchTo =
  (enabled: boolean) =>
  (deps: AdminDeps, { arguments: [text = ''] }: CommandCall): Talkgroup => {
    const number = parseTalkgroupNumber(text);
    deps.network.catalogue.enable(number, enabled);
    return requireTalkgroup(deps, number);
  };

export const catalogueHandlers: HandlersOf<Extract<CommandName, `catalogue ${string}`>> = {
  'catalogue import': ({ network, log }, { arguments: [text = ''], options }) => {
    const { format, entries, skipped } = parseCatalogueFile(text);
    const dryRun = options['dry-run'] === true;
    const counts = network.catalogue.merge(entries, { dryRun, deleteMissing: options['delete-missing'] === true });
    if (!dryRun) log.info(`catalogue: ${counts.added} added, ${counts.changed} changed, ${counts.deleted} deleted`);
    return { ...counts, format, dryRun, skipped };
  },

  'catalogue add': (deps, { arguments: [text = '', name = ''] }) => {
    const number = parseTalkgroupNumber(text);
    if (isServiceNumber(number)) throw new AppError('invalid-value', `${number} is a service of the master.`);
    deps.network.catalogue.merge([{ number, name }], { dryRun: false, deleteMissing: false });
    return requireTalkgroup(deps, number);
  },

  'catalogue list': ({ network }) => network.catalogue.list(),
  'catalogue enable': switchTo(true),
  'catalogue disable': switchTo(false),
};
