// RPTC: what a peer says about itself, 294 bytes of fixed-width text.
import { toText } from './text-field.ts';

export interface Configuration {
  readonly callsign: string;
  /** Hertz; 0 when not sent. */
  readonly receiveHertz: number;
  readonly transmitHertz: number;
  readonly powerWatts: number;
  readonly colourCode: number;
  readonly latitude: string;
  readonly longitude: string;
  readonly heightMetres: number;
  readonly location: string;
  readonly description: string;
  /** 0 none, 1 or 2 only that timeslot, 3 both, 4 simplex; undefined from a client that predates the field. */
  readonly slots: 0 | 1 | 2 | 3 | 4 | undefined;
  readonly url: string;
  readonly software: string;
  readonly package: string;
}

const WIDTHS = {
  callsign: 8,
  receiveHertz: 9,
  transmitHertz: 9,
  powerWatts: 2,
  colourCode: 2,
  latitude: 8,
  longitude: 9,
  heightMetres: 3,
  location: 20,
  description: 19,
  slots: 1,
  url: 124,
  software: 40,
  package: 40,
} as const satisfies Record<keyof Configuration, number>;

type Fields = Record<keyof Configuration, string>;

const toFields = (text: Buffer): Fields => {
  let offset = 0;
  const entries = Object.entries(WIDTHS).map(([name, width]) => {
    const field = toText(text.subarray(offset, offset + width));
    offset += width;
    return [name, field];
  });
  return Object.fromEntries(entries) as Fields;
};

const toNumber = (field: string): number => (/^[0-9]+$/.test(field) ? Number(field) : 0);

const toSlots = (field: string): Configuration['slots'] => {
  const slots = Number(field);
  return field !== '' && (slots === 0 || slots === 1 || slots === 2 || slots === 3 || slots === 4) ? slots : undefined;
};

/** @param text the 294 bytes behind the peer id */
export const toConfiguration = (text: Buffer): Configuration => {
  const fields = toFields(text);
  return {
    ...fields,
    receiveHertz: toNumber(fields.receiveHertz),
    transmitHertz: toNumber(fields.transmitHertz),
    powerWatts: toNumber(fields.powerWatts),
    colourCode: toNumber(fields.colourCode),
    heightMetres: toNumber(fields.heightMetres),
    slots: toSlots(fields.slots),
  };
};

/** The wire text of a configuration. `padding` fills the fields: clients use spaces or NUL. */
export const toConfigurationText = (configuration: Configuration, padding = ' '): Buffer =>
  Buffer.concat(
    Object.entries(WIDTHS).map(([name, width]) => {
      const value = configuration[name as keyof Configuration];
      return Buffer.from(String(value ?? '').padEnd(width, padding), 'latin1').subarray(0, width);
    }),
  );

/** True for a simplex hotspot, by its slots or equal frequencies; it drops every timeslot 1 frame. */
export const isSimplex = ({ slots, receiveHertz, transmitHertz }: Configuration): boolean =>
  slots === 4 || (slots === undefined && receiveHertz > 0 && receiveHertz === transmitHertz);

/** Why a configuration is rejected; undefined when it is accepted. */
export const toRejection = ({ callsign }: Configuration): string | undefined =>
  /[\p{L}\p{N}]/u.test(callsign) ? undefined : 'its configuration carries no readable callsign';
