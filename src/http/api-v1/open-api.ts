// The OpenAPI document of /api/v1, made from the table of its operations.

import type { JsonSchema, Schema } from '../../schema/schema.ts';
import { PLAYABILITY_BY_ID } from './idle-work-schemas.ts';
import { LIST_INDEX } from './list-schemas.ts';
import type { ApiOperation } from './operation.ts';
import { ERROR, PICTURES_BY_ID, POSITION } from './schemas.ts';

const JSON_TYPE = 'application/json';
const LOGIN_PATHS: JsonSchema = {
  '/login': {
    post: {
      operationId: 'login',
      summary: 'Takes the token and gives a browser a cookie that stands for it.',
      security: [],
      requestBody: {
        required: true,
        content: {
          [JSON_TYPE]: { schema: { type: 'object', properties: { token: { type: 'string' } }, required: ['token'] } },
        },
      },
      responses: { 204: { description: 'Done.' }, default: { $ref: '#/components/responses/Refusal' } },
    },
  },
};

export const toOpenApi = (operations: readonly ApiOperation[], version: string): JsonSchema => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const row of operations) {
    const methods = paths[row.path] ?? {};
    methods[row.method.toLowerCase()] = toOperation(row);
    paths[row.path] = methods;
  }
  return {
    openapi: '3.1.0',
    info: { title: 'CueDeck', version, description: 'What the plain control API lacks.' },
    servers: [{ url: '/api/v1' }],
    security: [{}, { bearer: [] }, { basic: [] }, { query: [] }, { cookie: [] }],
    paths: { ...paths, ...LOGIN_PATHS },
    components: {
      schemas: toComponents([
        ERROR,
        POSITION,
        PICTURES_BY_ID,
        PLAYABILITY_BY_ID,
        LIST_INDEX,
        ...operations.flatMap(shapesOf),
      ]),
      responses: {
        Refusal: { description: 'Nothing changed.', content: { [JSON_TYPE]: { schema: ERROR.schema } } },
      },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        basic: { type: 'http', scheme: 'basic' },
        query: { type: 'apiKey', in: 'query', name: 'token' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'cuedeck' },
      },
    },
  };
};

const shapesOf = ({ body, answers }: ApiOperation): readonly Schema<unknown>[] => [
  ...(body === undefined ? [] : [body]),
  ...('shape' in answers ? [answers.shape] : []),
];

const toComponents = (shapes: readonly Schema<unknown>[]): JsonSchema => {
  const found: Record<string, JsonSchema> = {};
  const visit = ({ named, parts }: Schema<unknown>): void => {
    if (named !== undefined) found[named.name] = named.definition;
    parts.forEach(visit);
  };
  shapes.forEach(visit);
  return found;
};

/** Names of the path parameters. */
const parameterNames = (path: string): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');

const toOperation = ({ id, path, summary, query = {}, body, takesFile, answers }: ApiOperation): JsonSchema => ({
  operationId: id,
  summary,
  parameters: [
    ...parameterNames(path).map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...Object.entries(query).map(([name, description]) => {
      return { name, in: 'query', description, schema: { type: 'string' } };
    }),
  ],
  ...(body !== undefined && { requestBody: { required: true, content: { [JSON_TYPE]: { schema: body.schema } } } }),
  ...(takesFile && {
    requestBody: {
      required: true,
      content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
    },
  }),
  responses: {
    [answers.status]: { description: 'Done.', ...toContent(answers) },
    default: { $ref: '#/components/responses/Refusal' },
  },
});

const toContent = (answers: ApiOperation['answers']): JsonSchema => {
  if (answers.status === 204) return {};
  const schema = { type: 'string', format: 'binary' };
  const sent = Object.fromEntries((answers.media ?? []).map((type) => [type, { schema }]));
  return { content: { ...('shape' in answers && { [JSON_TYPE]: { schema: answers.shape.schema } }), ...sent } };
};
