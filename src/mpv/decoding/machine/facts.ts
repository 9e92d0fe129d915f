// What is known of the machine for decoding: its board, its decoders, and what this mpv can do with them.
import * as schema from '../../../schema/schema.ts';

/** A device that takes frames in: `driver` and formats are the kernel's own words. */
const V4L2_DEVICE = schema.object(
  { node: schema.filledText, driver: schema.anyText, name: schema.anyText },
  {
    /** What it takes, as V4L2's four characters: `H264` is a whole stream, `S264` its slices. Absent: nobody could ask it. */
    formats: schema.list(schema.filledText),
  },
);
export type V4l2Device = schema.ValueOf<typeof V4L2_DEVICE>;

const VAAPI = schema.object({
  driver: schema.anyText,
  /** Profiles that it decodes, without `VAProfile`: `H264High`, `HEVCMain10`. */
  profiles: schema.list(schema.filledText),
});

/** Seen in files of the kernel, in no time. */
const HARDWARE = schema.object(
  {
    /** As the device tree or the firmware has it; empty: unknown. */
    model: schema.anyText,
    /** The chips of a board as the device tree lists them, such as `brcm,bcm2711`. */
    compatible: schema.list(schema.filledText),
    kernel: schema.anyText,
    /** Drivers of the graphics cards and of the nodes that render, such as `vc4` and `v3d`. */
    cards: schema.list(schema.filledText),
    renderers: schema.list(schema.object({ node: schema.filledText, driver: schema.anyText })),
    devices: schema.list(schema.object({ node: schema.filledText, driver: schema.anyText, name: schema.anyText })),
  },
  {
    contiguousBytes: schema.count,
    /** Connectors that have a screen, each with what tells its screen from others. */
    screens: schema.list(schema.filledText),
  },
);
export type Hardware = schema.ValueOf<typeof HARDWARE>;

/** Told by programs, which takes a second or more on a small board. */
const ABILITIES = schema.object(
  {
    devices: schema.list(V4L2_DEVICE),
    mpv: schema.object({
      /** Such as `0.40.0`; empty: it did not tell. */
      version: schema.anyText,
      /** mpv's `hwdec` to the codecs that it takes: `v4l2m2m-copy` to `h264`. */
      decoders: schema.record(schema.list(schema.filledText)),
      outputs: schema.list(schema.filledText),
    }),
  },
  {
    /** Absent: no program could ask. */
    vaapi: VAAPI,
    /** Of the screens that have one, as `CONNECTOR WIDTHxHEIGHT@RATE` with a rate of two decimals. */
    modes: schema.list(schema.filledText),
  },
);
export type Abilities = schema.ValueOf<typeof ABILITIES>;

export const MACHINE_FACTS = schema.object({ hardware: HARDWARE, abilities: ABILITIES });
export type MachineFacts = schema.ValueOf<typeof MACHINE_FACTS>;

/** Before anything was read: only software is known to decode. */
export const NO_ABILITIES: Abilities = { devices: [], mpv: { version: '', decoders: {}, outputs: [] } };
