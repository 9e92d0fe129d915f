// The player as Home Assistant sees it: one discovery message (device-based, Home Assistant 2024.11 and newer).
import type { Clip } from '../../deck/clips/clip.ts';
import type { Machine } from '../../deck/ports.ts';
import { toHttpUrl } from '../../net/http-address.ts';
import { toClipLabels } from '../clip-labels.ts';
import type { Topics } from '../topics.ts';

interface DiscoveryOptions {
  /** Home Assistant's topic root, `homeassistant` by default. */
  readonly prefix: string;
  readonly id: string;
  readonly topics: Topics;
  readonly machine: Machine;
  readonly clips: readonly Clip[];
  readonly httpPort: number;
}

/** Topic of the discovery message; an object id allows only letters, digits, `_` and `-`. */
export const toDiscoveryTopic = ({ prefix, id }: Pick<DiscoveryOptions, 'prefix' | 'id'>): string =>
  `${prefix}/device/cuedeck_${toObjectId(id)}/config`;

const toObjectId = (id: string): string => id.replace(/[^A-Za-z0-9_-]/g, '_');

export const toDiscovery = (deps: DiscoveryOptions) => {
  const { id, topics, machine } = deps;
  const { online, status, position, refusal } = topics.reports;
  const address = Object.values(machine.interfaces())[0];
  const entities = Object.entries(toEntities(deps, { status, position, refusal })).map(([key, entity]) => [
    key,
    { ...entity, unique_id: `cuedeck_${toObjectId(id)}_${key}` },
  ]);
  return {
    device: {
      identifiers: [`cuedeck_${toObjectId(id)}`],
      name: machine.hostName(),
      manufacturer: 'CueDeck',
      model: 'Clip player',
      serial_number: machine.deviceId,
      sw_version: machine.version,
      ...(address !== undefined && { configuration_url: `${toHttpUrl(address, deps.httpPort)}/` }),
    },
    origin: { name: 'CueDeck', sw_version: machine.version },
    availability_topic: online,
    qos: 1,
    components: Object.fromEntries(entities),
  };
};

const toEntities = (
  { topics, clips }: DiscoveryOptions,
  { status, position, refusal }: { readonly status: string; readonly position: string; readonly refusal: string },
): Readonly<Record<string, Readonly<Record<string, unknown>>>> => {
  const button = (command: string, name: string, icon: string) => ({
    platform: 'button',
    name,
    icon,
    command_topic: topics.toCommand(command),
    payload_press: '{}',
  });
  const maxDurationSeconds = Math.max(1, ...clips.map(({ durationSeconds }) => durationSeconds));
  return {
    play: button('play', 'Play', 'mdi:play'),
    pause: button('pause', 'Pause', 'mdi:pause'),
    stop: button('stop', 'Stop', 'mdi:stop'),
    fire: button('fire', 'Play from the start', 'mdi:skip-previous'),
    clip: {
      platform: 'select',
      name: 'Clip',
      icon: 'mdi:filmstrip',
      command_topic: topics.toCommand('select'),
      // A plain name that begins with { would be parsed as JSON, and outer spaces trimmed.
      command_template: "{{ {'clip': value} | to_json }}",
      state_topic: status,
      value_template: '{{ value_json.clip }}',
      options: toClipLabels(clips),
    },
    volume: {
      platform: 'number',
      name: 'Volume',
      icon: 'mdi:volume-high',
      command_topic: topics.toCommand('volume'),
      state_topic: status,
      value_template: '{{ value_json.volumePercent }}',
      min: 0,
      max: 100,
      step: 1,
      unit_of_measurement: '%',
    },
    position: {
      platform: 'number',
      name: 'Position',
      icon: 'mdi:timer-outline',
      command_topic: topics.toCommand('goto'),
      state_topic: position,
      value_template: '{{ value_json.positionSeconds }}',
      min: 0,
      max: maxDurationSeconds,
      step: 0.001,
      mode: 'box',
      unit_of_measurement: 's',
    },
    state: {
      platform: 'sensor',
      name: 'State',
      icon: 'mdi:play-pause',
      device_class: 'enum',
      options: ['stopped', 'playing', 'paused', 'ended'],
      state_topic: status,
      value_template: '{{ value_json.state }}',
    },
    remaining: {
      platform: 'sensor',
      name: 'Remaining',
      device_class: 'duration',
      unit_of_measurement: 's',
      state_topic: position,
      value_template: '{{ value_json.remainingSeconds }}',
    },
    fault: {
      platform: 'sensor',
      name: 'Fault',
      icon: 'mdi:alert-circle-outline',
      entity_category: 'diagnostic',
      state_topic: status,
      value_template: "{{ (value_json.fault or 'none')[:255] }}",
    },
    dropped: {
      platform: 'sensor',
      name: 'Dropped frames',
      icon: 'mdi:movie-remove-outline',
      entity_category: 'diagnostic',
      state_class: 'measurement',
      state_topic: status,
      value_template: '{{ value_json.framesDropped }}',
    },
    losing: {
      platform: 'binary_sensor',
      name: 'Not fluid',
      entity_category: 'diagnostic',
      device_class: 'problem',
      state_topic: status,
      value_template: "{{ 'ON' if value_json.bottleneck else 'OFF' }}",
    },
    refusal: {
      platform: 'sensor',
      name: 'Last refusal',
      icon: 'mdi:message-alert-outline',
      entity_category: 'diagnostic',
      state_topic: refusal,
      value_template: '{{ value_json.error[:255] }}',
    },
    free: {
      platform: 'sensor',
      name: 'Free space',
      entity_category: 'diagnostic',
      device_class: 'data_size',
      state_class: 'measurement',
      unit_of_measurement: 'B',
      suggested_display_precision: 0,
      state_topic: status,
      value_template: '{{ value_json.clipsFreeBytes }}',
    },
    player: {
      platform: 'binary_sensor',
      name: 'Player',
      entity_category: 'diagnostic',
      device_class: 'running',
      state_topic: status,
      value_template: "{{ 'ON' if value_json.playerRunning else 'OFF' }}",
    },
    splash: {
      platform: 'switch',
      name: 'Splash screen at boot',
      entity_category: 'config',
      command_topic: topics.toCommand('showinfo'),
      state_topic: status,
      value_template: "{{ 'on' if value_json.showSplash else 'off' }}",
      payload_on: 'on',
      payload_off: 'off',
    },
    update: {
      platform: 'update',
      name: 'Software',
      title: 'CueDeck',
      entity_category: 'diagnostic',
      state_topic: status,
      value_template:
        "{{ {'installed_version': value_json.version, 'latest_version': value_json.latestVersion} | to_json }}",
    },
  };
};
