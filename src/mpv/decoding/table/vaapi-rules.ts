// Which profile of VAAPI a file needs, and whether the machine's driver has it.
import type { Situation } from './situation.ts';
import { toCodecName, type VideoFormat } from './video-format.ts';

/** Graphics drivers that have VAAPI; that of a virtual machine is asked only where vainfo found profiles. */
const DRIVERS_WITH_VAAPI = ['i915', 'xe', 'amdgpu', 'radeon'];

const H264: Readonly<Record<string, string>> = {
  'Constrained Baseline': 'H264ConstrainedBaseline',
  Main: 'H264Main',
  High: 'H264High',
  'High 10': 'H264High10',
};

/** By chroma and bits. */
const HEVC: Readonly<Record<string, string>> = {
  '420-8': 'HEVCMain',
  '420-10': 'HEVCMain10',
  '422-10': 'HEVCMain422_10',
  '444-8': 'HEVCMain444',
  '444-10': 'HEVCMain444_10',
};
const VP9: Readonly<Record<string, string>> = { '420-8': 'VP9Profile0', '420-10': 'VP9Profile2' };
const AV1: Readonly<Record<string, string>> = { '420-8': 'AV1Profile0', '420-10': 'AV1Profile0' };
const VP8: Readonly<Record<string, string>> = { '420-8': 'VP8Version0_3' };
const VC1: Readonly<Record<string, string>> = { '420-8': 'VC1Advanced' };

/** In VAAPI's words, without `VAProfile`; undefined where it has none. */
const toProfile = ({ codec, profile, bits, chroma }: VideoFormat): string | undefined => {
  const form = `${chroma}-${bits}`;
  if (codec === 'h264')
    return chroma === '420' ? (H264[profile] ?? (profile === '' ? 'H264High' : undefined)) : undefined;
  return { hevc: HEVC, vp9: VP9, av1: AV1, vp8: VP8, vc1: VC1 }[codec]?.[form];
};

/** @returns a driver that takes the file, or why none does */
export const judgeVaapi = ({
  facts,
  format,
}: Situation): { readonly driver: string } | { readonly refusal: string } => {
  const { hardware, abilities } = facts;
  const profile = toProfile(format);
  const name = [toCodecName(format.codec), format.profile].filter(Boolean).join(' ');
  const { vaapi } = abilities;
  const driver = hardware.renderers.find((renderer) => DRIVERS_WITH_VAAPI.includes(renderer.driver))?.driver;
  if (vaapi === undefined && driver === undefined) return { refusal: 'there is no VAAPI here' };
  if (profile === undefined) return { refusal: `VAAPI has no profile for ${name}` };
  // Where nothing tells the profiles, mpv asks the driver when it loads the file, and goes on in software.
  if (vaapi === undefined) return { driver: driver ?? '' };
  if (!vaapi.profiles.includes(profile)) return { refusal: `${driver ?? 'VAAPI'} does not decode ${name}` };
  return { driver: driver ?? vaapi.driver };
};
