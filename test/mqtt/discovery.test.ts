// What Home Assistant is told has the fields that its documentation names, of the types it names, and nothing else.
import { expect, test } from 'vitest';
import { toDiscovery, toDiscoveryTopic } from '../../src/mqtt/reports/home-assistant.ts';
import { createTopics } from '../../src/mqtt/topics.ts';
import { createFakeMachine } from '../fakes/fake-machine.ts';
import { videoClip } from '../fakes/memory-clip-store.ts';
import { startBroker } from './broker.ts';
import { connectOperator } from './operator.ts';
import { createService } from './service-under-test.ts';

type Kind = 'topic' | 'filter' | 'text' | 'template' | 'number' | 'flag' | 'texts' | 'qos';
type Fields = Readonly<Record<string, Kind>>;

/** home-assistant.io, "MQTT" (device discovery payload) and the pages of each platform: fields that may be given. */
const ENTITY: Fields = {
  platform: 'text',
  name: 'text',
  unique_id: 'text',
  icon: 'text',
  entity_category: 'text',
  enabled_by_default: 'flag',
  availability_topic: 'filter',
  payload_available: 'text',
  payload_not_available: 'text',
  json_attributes_topic: 'filter',
  json_attributes_template: 'template',
  default_entity_id: 'text',
  encoding: 'text',
  qos: 'qos',
};
const STATE: Fields = { state_topic: 'filter', value_template: 'template' };
const COMMAND: Fields = { command_topic: 'topic', retain: 'flag' };
const PLATFORMS: Readonly<Record<string, { readonly fields: Fields; readonly needed: readonly string[] }>> = {
  button: {
    fields: { ...COMMAND, command_template: 'template', device_class: 'text', payload_press: 'text' },
    needed: ['command_topic'],
  },
  select: {
    fields: { ...COMMAND, ...STATE, command_template: 'template', options: 'texts', optimistic: 'flag' },
    needed: ['command_topic', 'options'],
  },
  number: {
    fields: {
      ...COMMAND,
      ...STATE,
      command_template: 'template',
      device_class: 'text',
      min: 'number',
      max: 'number',
      step: 'number',
      mode: 'text',
      unit_of_measurement: 'text',
      payload_reset: 'text',
      optimistic: 'flag',
    },
    needed: ['command_topic'],
  },
  sensor: {
    fields: {
      ...STATE,
      device_class: 'text',
      state_class: 'text',
      unit_of_measurement: 'text',
      options: 'texts',
      expire_after: 'number',
      force_update: 'flag',
      suggested_display_precision: 'number',
      last_reset_value_template: 'template',
    },
    needed: ['state_topic'],
  },
  binary_sensor: {
    fields: {
      ...STATE,
      device_class: 'text',
      payload_on: 'text',
      payload_off: 'text',
      off_delay: 'number',
      expire_after: 'number',
      force_update: 'flag',
    },
    needed: ['state_topic'],
  },
  switch: {
    fields: {
      ...COMMAND,
      ...STATE,
      device_class: 'text',
      payload_on: 'text',
      payload_off: 'text',
      state_on: 'text',
      state_off: 'text',
      optimistic: 'flag',
    },
    needed: ['command_topic'],
  },
  update: {
    fields: {
      ...COMMAND,
      ...STATE,
      device_class: 'text',
      entity_picture: 'text',
      latest_version_topic: 'filter',
      latest_version_template: 'template',
      payload_install: 'text',
      release_summary: 'text',
      release_url: 'text',
      title: 'text',
      display_precision: 'number',
    },
    needed: [],
  },
};
const DEVICE: Fields = {
  configuration_url: 'text',
  connections: 'texts',
  hw_version: 'text',
  identifiers: 'texts',
  manufacturer: 'text',
  model: 'text',
  model_id: 'text',
  name: 'text',
  serial_number: 'text',
  suggested_area: 'text',
  sw_version: 'text',
  via_device: 'text',
};
const ORIGIN: Fields = { name: 'text', sw_version: 'text', support_url: 'text' };
/** Device classes, state classes and units that are used, with what their pages allow. */
const SENSOR_CLASSES: Readonly<Record<string, readonly unknown[]>> = {
  enum: [undefined],
  duration: ['d', 'h', 'min', 's', 'ms', 'µs'],
  data_size: ['bit', 'kbit', 'Mbit', 'Gbit', 'B', 'kB', 'MB', 'GB', 'TB', 'KiB', 'MiB', 'GiB', 'TiB'],
};

const CHECKS: Record<Kind, (value: unknown) => boolean> = {
  topic: (value) => typeof value === 'string' && value !== '' && !/[+#\0]/.test(value),
  filter: (value) => typeof value === 'string' && value !== '' && !value.includes('\0'),
  text: (value) => typeof value === 'string',
  template: (value) => typeof value === 'string' && /^\{\{ .* \}\}$/.test(value),
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  flag: (value) => typeof value === 'boolean',
  texts: (value) => Array.isArray(value) && value.every((entry) => typeof entry === 'string'),
  qos: (value) => value === 0 || value === 1 || value === 2,
};
const wrongFields = (value: object, fields: Fields): readonly string[] =>
  Object.entries(value)
    .filter(([name, given]) => {
      const kind = fields[name];
      return kind === undefined || !CHECKS[kind](given);
    })
    .map(([name]) => name);

const topics = createTopics({ root: 'cuedeck', id: 'stage.1', groups: [] });
const discovery = toDiscovery({
  prefix: 'homeassistant',
  id: 'stage.1',
  topics,
  machine: createFakeMachine().machine,
  clips: [videoClip('a', { name: 'Same' }), videoClip('b', { name: 'Same', durationSeconds: 90 })],
  httpPort: 8080,
});
const entities = Object.entries(discovery.components as Record<string, Readonly<Record<string, unknown>>>);

test('the message itself: one device, its origin, entities that go offline with the player', () => {
  expect(toDiscoveryTopic({ prefix: 'homeassistant', id: 'stage.1' })).toMatch(
    /^homeassistant\/device\/[A-Za-z0-9_-]+\/config$/,
  );
  expect(Object.keys(discovery).sort()).toEqual(['availability_topic', 'components', 'device', 'origin', 'qos']);
  expect(wrongFields(discovery.device, DEVICE)).toEqual([]);
  expect(wrongFields(discovery.origin, ORIGIN)).toEqual([]);
  expect(discovery.availability_topic).toBe('cuedeck/player/stage.1/online');
  expect(discovery.device.configuration_url).toBe('http://192.0.2.7:8080/');
});

test.each(entities)('%s has only fields that its platform documents, and all that it needs', (_key, entity) => {
  const platform = PLATFORMS[String(entity.platform)];
  expect(platform).toBeDefined();
  expect(wrongFields(entity, { ...ENTITY, ...platform?.fields })).toEqual([]);
  expect(platform?.needed.filter((name) => !(name in entity))).toEqual([]);
  if (entity.platform === 'sensor' && entity.device_class !== undefined)
    expect(SENSOR_CLASSES[String(entity.device_class)]).toContain(entity.unit_of_measurement);
  expect([undefined, 'config', 'diagnostic']).toContain(entity.entity_category);
});

test('what is asked for is there, each under an id of its own; clips of one name are kept apart', () => {
  expect(entities.map(([key, { platform }]) => [key, platform])).toEqual([
    ['play', 'button'],
    ['pause', 'button'],
    ['stop', 'button'],
    ['fire', 'button'],
    ['clip', 'select'],
    ['volume', 'number'],
    ['position', 'number'],
    ['state', 'sensor'],
    ['remaining', 'sensor'],
    ['fault', 'sensor'],
    ['dropped', 'sensor'],
    ['losing', 'binary_sensor'],
    ['refusal', 'sensor'],
    ['free', 'sensor'],
    ['player', 'binary_sensor'],
    ['splash', 'switch'],
    ['update', 'update'],
  ]);
  expect(new Set(entities.map(([, { unique_id }]) => unique_id)).size).toBe(entities.length);
  expect(discovery.components.clip).toMatchObject({ options: ['Same', 'Same (2)'] });
  expect(discovery.components.position).toMatchObject({ max: 90 });
});

test('on a broker it is retained, follows the clip list, and what its entities send is carried out', async () => {
  const broker = await startBroker();
  const operator = await connectOperator(broker.url);
  try {
    const name = '{"clip":1}.mp4';
    const clips = [videoClip('a'), videoClip('b', { name }), videoClip('c')];
    const { shown } = await createService(broker.url, { discoveryPrefix: 'homeassistant', clips });
    const { components } = (await operator.when('homeassistant/device/cuedeck_one/config', () => true)) as {
      components: Record<string, Record<string, string>>;
    };
    const press = async (key: string, payload?: string): Promise<void> => {
      const { command_topic = '', payload_press = '' } = components[key] ?? {};
      await operator.say(command_topic, payload ?? payload_press);
    };
    // As Home Assistant renders it, which is no part of the test.
    expect(components.clip?.command_template).toBe("{{ {'clip': value} | to_json }}");
    await press('clip', JSON.stringify({ clip: name }));
    await press('fire');
    await press('position', '4.4');
    await press('pause');
    await press('volume', '20');
    const status = await operator.when('cuedeck/player/one/status', ({ volumePercent }) => volumePercent === 20);
    expect(shown()).toEqual([2, false, 4.4]);
    // Everything that a template reads is there.
    const position = operator.json('cuedeck/player/one/position');
    for (const { value_template = '', state_topic = '' } of Object.values(components)) {
      const source = state_topic.endsWith('status') ? status : state_topic.endsWith('position') ? position : undefined;
      for (const [, name = ''] of value_template.matchAll(/value_json\.(\w+)/g)) {
        if (source !== undefined) expect(source).toHaveProperty(name);
      }
    }
  } finally {
    await operator.end();
    await broker.dispose();
  }
});
