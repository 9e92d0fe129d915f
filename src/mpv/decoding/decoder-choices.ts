// Which decoders the owner can choose on this machine.
import { DECODER_CHOICES, type DecoderChoice } from '../../deck/output.ts';
import type { MachineFacts } from './machine/facts.ts';

const STATEFUL = /^(H264|HEVC|VP80|VP90|VC1G)$/;
const STATELESS = /^(S264|S265|VP8F|VP9F|AV1F)$/;

/** `auto`, `software` and what mpv can use and the machine has a device for. */
export const toDecoderChoices = ({ hardware, abilities }: MachineFacts): readonly DecoderChoice[] => {
  const hasFormat = (form: RegExp): boolean =>
    abilities.devices.some(({ formats }) => formats?.some((format) => form.test(format)) === true);
  const has: Readonly<Record<string, boolean>> = {
    v4l2m2m: hasFormat(STATEFUL),
    drm: hasFormat(STATELESS),
    vaapi: hardware.renderers.length > 0,
  };
  return DECODER_CHOICES.filter(
    (choice) =>
      choice === 'auto' ||
      choice === 'software' ||
      (has[choice.replace('-copy', '')] === true && abilities.mpv.decoders[choice] !== undefined),
  );
};
