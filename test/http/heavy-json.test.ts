// JSON whose parsing would take seconds and hundreds of megabytes is refused by whoever reads JSON from the network.
import { expect, test } from 'vitest';
import { parseBoundedJson } from '../../src/base/bounded-json.ts';
import { parsePayload } from '../../src/mqtt/commands/payload.ts';
import { whole } from '../../src/schema/schema.ts';
import { createServer } from './server-under-test.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const nest = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

test.each([
  ['{"a":[1,2,{"b":"c"}],"d":null}'],
  ['"text, with [brackets], {braces} and \\" a quote\\\\"'],
  ['[[],{},"","\\\\",-1.5e3,true]'],
  [nest(32)],
])('%s is what JSON.parse makes of it', (text) => {
  expect(parseBoundedJson(text)).toEqual(JSON.parse(text));
});

test.each([[nest(33)], [nest(1_000_000)], [`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`]])(
  'deep nesting is refused',
  (text) => {
    expect(() => parseBoundedJson(text)).toThrow('nested');
  },
);

test('more values than allowed are refused, but no longer texts', () => {
  expect(parseBoundedJson('[1,2,3,4]', { maxValues: 5 })).toEqual([1, 2, 3, 4]);
  expect(() => parseBoundedJson('[1,2,3,4,5]', { maxValues: 5 })).toThrow('values');
  expect(() => parseBoundedJson(`[${'{},'.repeat(100_000)}{}]`)).toThrow('values');
  const text = JSON.stringify(['{},[],",\\'.repeat(100_000)]);
  expect(parseBoundedJson(text)).toEqual(JSON.parse(text));
});

test.each([['{'], ['"'], ['"\\'], ['"\\"'], [']]'], ['[1,]'], ['']])('%s is no JSON', (text) => {
  expect(() => parseBoundedJson(text)).toThrow(SyntaxError);
});

test.each([
  ['POST', '/api/v1/lists', nest(30_000)],
  ['POST', '/api/v1/lists', nest(8_000_000)],
  ['POST', '/api/v1/lists', `[${'{},'.repeat(5_000_000)}{}]`],
  ['PUT', '/api/v1/clip-list', `{"version":1,"clips":[${'1,'.repeat(8_000_000)}1]}`],
  ['POST', '/api/v1/transport/fire', `{"clipId":${nest(30_000)}}`],
  ['POST', '/api/v1/login', nest(1000)],
])('%s %s refuses it, and is not held up', async (method, path, body) => {
  const { ask, log } = await createServer();
  const { status, text } = await ask(path, { method, headers: JSON_TYPE, body });
  expect([status, JSON.parse(text).code]).toEqual([400, 'invalid-value']);
  expect(log.lines).toEqual([]);
});

test('a command over MQTT refuses it', () => {
  const field = { name: 'number', shape: whole(), isOptional: false };
  expect(() => parsePayload([field], Buffer.from(`{"number":${nest(100_000)}}`))).toThrow('is no JSON object');
});
