// `cuedeck`, for maintenance over SSH: talks to the daemons' own interfaces.
import { VERSION } from './host/version.ts';
import { createLog } from './log.ts';

const log = createLog({ journal: false, debug: false });
log.info(`cuedeck ${VERSION}`);
