// A code means the same number over MQTT as over HTTP.
import { expect, test } from 'vitest';
import { ERROR_CODES } from '../../src/base/errors.ts';
import { toStatus as toHttpStatus } from '../../src/http/http-error.ts';
import { toStatus } from '../../src/mqtt/command-error.ts';

test.each([...ERROR_CODES, 'malformed-request' as const])('%s has the status of HTTP', (code) => {
  expect(toStatus(code)).toBe(toHttpStatus(code));
});
