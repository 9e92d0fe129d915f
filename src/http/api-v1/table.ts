// Every operation of /api/v1: routes, guards and the OpenAPI document are all made from this table.
import type { Action } from '../../actions/action.ts';
import { ACTIONS } from '../../actions/table.ts';
import { toActionOperations } from './action-operations.ts';
import { CLIP_OPERATIONS } from './clip-operations.ts';
import { DEVICE_OPERATIONS } from './device-operations.ts';
import { toFleetOperations } from './fleet-operations.ts';
import { LIST_OPERATIONS } from './list-operations.ts';
import type { ApiOperation } from './operation.ts';
import { PLAY_OPERATIONS } from './play-operations.ts';
import { UPLOAD_OPERATIONS } from './upload-operations.ts';

export const toApiOperations = (actions: readonly Action[]): readonly ApiOperation[] => [
  ...CLIP_OPERATIONS,
  ...LIST_OPERATIONS,
  ...UPLOAD_OPERATIONS,
  ...toActionOperations(actions),
  ...PLAY_OPERATIONS,
  ...DEVICE_OPERATIONS,
  ...toFleetOperations(actions),
];

export const API_OPERATIONS = toApiOperations(ACTIONS);
