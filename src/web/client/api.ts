// Calls of /api/v1, checked by the types that its OpenAPI document gives.
import { type AnswerOf, type BodyOf, type Method, type PathOf, toApiPath } from '../../client/api-calls.ts';
import type { components } from '../../client/api-types.ts';
import { toErrorText } from '../format/error-texts.ts';

export { API_PATH as API, toApiPath as toUrl } from '../../client/api-calls.ts';

/** Shows the device that its own page sends the request: another site cannot send this header. */
export const OWN_PAGE = { 'X-CueDeck': 'page' } as const;

export type Clip = components['schemas']['Clip'];
export type Transport = components['schemas']['Transport'];
export type Position = components['schemas']['Position'];
export type PageSettings = Pick<Device, 'safeLock'>;
export type Loudness = components['schemas']['Loudness'];
export type Playability = components['schemas']['Playability'];
export type Pictures = components['schemas']['Pictures'];
export type Conversion = components['schemas']['Conversion'];
export type ListIndex = components['schemas']['ListIndex'];
export type List = components['schemas']['List'];
export type ListItem = components['schemas']['ListItem'];
export type Device = components['schemas']['Device'];
export type Fleet = components['schemas']['Fleet'];
export type FleetPlayer = Fleet['players'][number];
export type FleetOutcome = components['schemas']['FleetOutcomes']['players'][number];
export type Outputs = components['schemas']['Outputs'];
export type ClipPatch = components['schemas']['ClipPatch'];

/** An error of the device, with a text for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const TIMEOUT_MS = 15_000;

/**
 * @param options.path values of the path parameters
 * @param options.limitMs timeout of the answer
 * @throws ApiError; status 0 when the device can't be reached
 */
export const call = async <M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  options: {
    readonly path?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string>>;
    readonly body?: BodyOf<M, P>;
    readonly limitMs?: number;
  } = {},
): Promise<AnswerOf<M, P>> => {
  const { query, body, limitMs = TIMEOUT_MS } = options;
  const search = query === undefined ? '' : `?${new URLSearchParams(query)}`;
  const response = await fetch(toApiPath(path, options.path) + search, {
    method: method.toUpperCase(),
    signal: AbortSignal.timeout(limitMs),
    headers: { ...OWN_PAGE, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new ApiError(0, 'unreachable', 'The player cannot be reached.');
  });
  if (!response.ok) throw toApiError(response.status, await response.text());
  return (response.status === 204 ? undefined : await response.json()) as AnswerOf<M, P>;
};

/** @param text the body of an error answer */
export const toApiError = (status: number, text: string): ApiError => {
  try {
    const { error, code } = JSON.parse(text) as components['schemas']['Error'];
    return new ApiError(status, code, toErrorText(code, error));
  } catch {
    return new ApiError(
      status,
      'unknown',
      `The player gave an answer (${status}) that this page does not understand. Try again in a moment.`,
    );
  }
};
