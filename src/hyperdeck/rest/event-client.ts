// One client of the event WebSocket: what it subscribed to, and the changes it is told of.
import type { WebSocket } from 'ws';
import { anyNumber, anyText, fittingEntries, object, otherwise, parseMessage } from '../../schema/schema.ts';
import type { Snapshot } from '../device/transport-info.ts';
import type { CommandContext } from '../ethernet/command.ts';
import { PROPERTIES, type Resource } from './resources.ts';

/** A client with more unread than this is disconnected. */
const MAX_BACKLOG_BYTES = 4 * 1024 * 1024;

const REQUEST = object(
  { data: object({ action: anyText, properties: otherwise(fittingEntries(anyText), []) }) },
  { id: otherwise(anyNumber, undefined) },
);
/** Of what is no request of this channel. */
const NOTHING = { action: '', properties: [] } as const;

/** `*` in a pattern matches anything. The parts are searched in order, since a regular expression could be made to backtrack for years. */
const toMatcher = (pattern: string): ((path: string) => boolean) => {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return (path) => path === first;
  return (path) => {
    if (!path.startsWith(first)) return false;
    let at = first.length;
    for (const part of rest) {
      const found = path.indexOf(part, at);
      if (found === -1) return false;
      at = found + part.length;
    }
    return path.length - last.length >= at && path.endsWith(last);
  };
};

const find = (patterns: readonly string[]): readonly Resource[] => {
  const matchers = patterns.map(toMatcher);
  return PROPERTIES.filter(({ path }) => matchers.some((matches) => matches(path)));
};

export interface EventClient {
  /** Publishes a change of the deck. */
  publish(snapshot: Snapshot): void;
  end(): void;
}

export const openEventClient = (socket: WebSocket, context: CommandContext): EventClient => {
  const sent = new Map<Resource, string>();

  const send = (message: unknown): void => {
    if (socket.bufferedAmount > MAX_BACKLOG_BYTES) socket.terminate();
    else socket.send(JSON.stringify(message));
  };
  const currentValue = (resource: Resource): unknown => resource.read?.(context.hyperDeck.snapshot(), context) ?? null;

  const answers: Readonly<Record<string, (properties: readonly Resource[]) => object>> = {
    subscribe: (properties) => {
      const values = properties.map((resource) => {
        const value = currentValue(resource);
        sent.set(resource, JSON.stringify(value));
        return [resource.path, value] as const;
      });
      return { properties: properties.map(({ path }) => path), values: Object.fromEntries(values) };
    },
    unsubscribe: (properties) => {
      for (const resource of properties) sent.delete(resource);
      return { properties: properties.map(({ path }) => path) };
    },
    listSubscriptions: () => ({ properties: [...sent.keys()].map(({ path }) => path) }),
    listProperties: () => ({ properties: PROPERTIES.map(({ path }) => path) }),
  };

  socket.on('message', (data) => {
    const { id, data: asked } = parseMessage(REQUEST, String(data)) ?? { data: NOTHING };
    const { action, properties } = asked;
    const found = find(properties);
    const isKnown = found.length > 0 || !action.endsWith('ubscribe');
    const answered = Object.hasOwn(answers, action) && isKnown ? answers[action]?.(found) : undefined;
    send({
      type: 'response',
      ...(id === undefined ? {} : { id }),
      data: { action, ...(answered ?? { properties }), success: answered !== undefined },
    });
  });
  socket.on('error', () => socket.terminate());
  send({ type: 'event', data: { action: 'websocketOpened' } });

  return {
    publish: () => {
      for (const [resource, before] of sent) {
        const value = currentValue(resource);
        const text = JSON.stringify(value);
        if (text === before) continue;
        sent.set(resource, text);
        send({ type: 'event', data: { action: 'propertyValueChanged', property: resource.path, value } });
      }
    },
    end: () => socket.terminate(),
  };
};
