// What a call of /api/v1 takes and answers, by the types that the OpenAPI document gives.
import type { paths } from './api-types.ts';

export const API_PATH = '/api/v1';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Paths with a row for the method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends object ? P : never;
}[keyof paths];

interface Answered<Answer> {
  readonly content: { readonly 'application/json': Answer };
}

/** Undefined for a row without an answer body. */
export type AnswerOf<M extends Method, P extends PathOf<M>> = paths[P][M] extends {
  readonly responses: { readonly 200: Answered<infer Answer> } | { readonly 201: Answered<infer Answer> };
}
  ? Answer
  : undefined;

export type BodyOf<M extends Method, P extends PathOf<M>> = paths[P][M] extends {
  readonly requestBody: { readonly content: { readonly 'application/json': infer Body } };
}
  ? Body
  : undefined;

/** @param values path parameters */
export const toApiPath = (path: keyof paths, values: Readonly<Record<string, string>> = {}): string =>
  API_PATH + path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(values[name] ?? ''));
