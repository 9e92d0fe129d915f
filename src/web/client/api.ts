// Calls of /api/v1, checked by the types that its OpenAPI document gives.
import type { components, paths } from '../api-types.ts';
import { toErrorText } from '../format/error-texts.ts';

export const API = '/api/v1';

/** Shows the device that its own page asks: another site's can't send it. */
export const OWN_PAGE = { 'X-CueDeck': 'page' } as const;

export type Clip = components['schemas']['Clip'];
export type Transport = components['schemas']['Transport'];
export type Position = components['schemas']['Position'];
export type PageSettings = Pick<Device, 'safeLock'>;
export type Pictures = components['schemas']['Pictures'];
export type Device = components['schemas']['Device'];
export type Fleet = components['schemas']['Fleet'];
export type FleetPlayer = Fleet['players'][number];
export type Outputs = components['schemas']['Outputs'];
export type ClipPatch = components['schemas']['ClipPatch'];

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends object ? P : never;
}[keyof paths];
type AnswerOf<Row> = Row extends {
  readonly responses: { readonly 200: { readonly content: { readonly 'application/json': infer Answer } } };
}
  ? Answer
  : undefined;
type BodyOf<Row> = Row extends {
  readonly requestBody: { readonly content: { readonly 'application/json': infer Body } };
}
  ? Body
  : undefined;

/** The device's refusal, in the words of people. */
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
 * @param options.path values for the braces of the path
 * @param options.limitMs how long an answer is waited for
 * @throws ApiError; status 0 when the device can't be reached
 */
export const call = async <M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  options: {
    readonly path?: Readonly<Record<string, string>>;
    readonly body?: BodyOf<paths[P][M]>;
    readonly limitMs?: number;
  } = {},
): Promise<AnswerOf<paths[P][M]>> => {
  const { body, limitMs = TIMEOUT_MS } = options;
  const response = await fetch(toUrl(path, options.path), {
    method: method.toUpperCase(),
    signal: AbortSignal.timeout(limitMs),
    headers: { ...OWN_PAGE, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new ApiError(0, 'unreachable', 'The player cannot be reached.');
  });
  if (!response.ok) throw toApiError(response.status, await response.text());
  return (response.status === 204 ? undefined : await response.json()) as AnswerOf<paths[P][M]>;
};

/** @param values for the braces of the path */
export const toUrl = (path: keyof paths, values: Readonly<Record<string, string>> = {}): string =>
  API + path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(values[name] ?? ''));

/** @param text the body of a refusal */
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
