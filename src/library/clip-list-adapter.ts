// The clip list's file for lowdb, with what is logged about a damaged one.
import type { Adapter } from 'lowdb';
import type { Log } from '../base/log.ts';
import type { DurableFile } from '../storage/durable-file.ts';
import type { ClipRecord } from './clip-record.ts';

export const createAdapter = (file: DurableFile<ClipRecord>, log: Log): Adapter<ClipRecord> => ({
  read: async () => {
    const { document, origin, problems } = await file.read();
    for (const problem of problems) log.error(problem);
    if (origin === 'last-good') log.warning('The last good clip list is in use.');
    if (origin === 'lost') log.warning('The clip list is lost; it is rebuilt from the files in the clips folder.');
    return document ?? null;
  },
  write: (record) => file.write(record),
});
