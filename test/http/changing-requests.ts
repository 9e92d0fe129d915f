// Every request that would change something, found in the tables of all interfaces that the HTTP server has.

import { API_PATH } from '../../src/http/api-path.ts';
import { API_OPERATIONS } from '../../src/http/api-v1/table.ts';
import { OPERATIONS } from '../../src/http/control-api/operations.ts';
import { RESOURCES } from '../../src/hyperdeck/rest/resources.ts';

export interface ChangingRequest {
  readonly method: string;
  readonly path: string;
  /** JSON, where it takes a body; a file where that is wanted. */
  readonly body?: string;
}

const REST_PATH = '/control/api/v1';

/** One that each plain operation takes: those that it does not have are passed over. */
const QUERY = 'id=1&secs=1&hostname=stolen&name=stolen&startat=0&endat=1&loop=1';

/** Fields of all bodies together; an operation that refuses them all the same is refused a page before it looks. */
const BODY = JSON.stringify({ clipId: 'splash', seconds: 1, number: 1, name: 'stolen', token: 'x', recording: false });

const PLAIN: readonly ChangingRequest[] = OPERATIONS.filter(({ changes }) => changes).map(({ method, path }) => ({
  method,
  path: `${path}?${QUERY}`,
}));

const REST_METHODS = { put: 'PUT', post: 'POST', remove: 'DELETE' } as const;

/** @param clipId what stands for a clip in paths */
export const toChangingRequests = (clipId: string): readonly ChangingRequest[] => [
  ...PLAIN,
  ...API_OPERATIONS.filter(({ method }) => method !== 'GET').map(({ method, path }) => ({
    method,
    path: API_PATH + path.replace('{id}', clipId).replace(/\{\w+\}/g, 'stolen.mp4'),
    body: BODY,
  })),
  { method: 'POST', path: `${API_PATH}/login`, body: BODY },
  { method: 'DELETE', path: `${API_PATH}/login` },
  ...RESOURCES.flatMap((resource) =>
    (Object.keys(REST_METHODS) as (keyof typeof REST_METHODS)[])
      .filter((action) => resource[action] !== undefined)
      .map((action) => ({
        method: REST_METHODS[action],
        path: REST_PATH + resource.path.replace('*', '0'),
        body: BODY,
      })),
  ),
];
