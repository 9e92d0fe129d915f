// Table of /api/v1: source of routes, guards and OpenAPI.
import { CLIP_OPERATIONS } from './clip-operations.ts';
import { DEVICE_OPERATIONS } from './device-operations.ts';
import { FLEET_OPERATIONS } from './fleet-operations.ts';
import type { ApiOperation } from './operation.ts';
import { TRANSPORT_OPERATIONS } from './transport-operations.ts';
import { UPLOAD_OPERATIONS } from './upload-operations.ts';

export const API_OPERATIONS: readonly ApiOperation[] = [
  ...CLIP_OPERATIONS,
  ...UPLOAD_OPERATIONS,
  ...TRANSPORT_OPERATIONS,
  ...DEVICE_OPERATIONS,
  ...FLEET_OPERATIONS,
];
