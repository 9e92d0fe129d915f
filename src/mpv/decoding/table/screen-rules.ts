// What the output can do with decoded frames that stay where the decoder wrote them.
import { toBoard } from '../../board.ts';
import type { Situation } from './situation.ts';

const GPU_OUTPUTS = ['gpu', 'gpu-next', 'libmpv'];
const PLANE_OUTPUT = 'dmabuf-wayland';

/** mpv before it takes no planar frames of a DRM buffer. */
const FIRST_MPV_WITH_PLANAR_FRAMES = [0, 36] as const;

const isOlderMpv = (version: string): boolean => {
  const [major, minor] = version.split('.').map(Number);
  const [firstMajor, firstMinor] = FIRST_MPV_WITH_PLANAR_FRAMES;
  if (major === undefined || minor === undefined || Number.isNaN(major + minor)) return false;
  return major < firstMajor || (major === firstMajor && minor < firstMinor);
};

/** Why no decoder of the machine may be used; undefined: one may. */
export const toDecoderRefusal = ({ facts, screen }: Situation): string | undefined => {
  const isOnItsSide = screen.rotationDegrees === 90 || screen.rotationDegrees === 270;
  // Measured by others: about 2 frames a second.
  return isOnItsSide && toBoard(facts.hardware.compatible) === 'small-pi'
    ? 'this board cannot turn what its decoder wrote by 90° in time'
    : undefined;
};

/** Why frames have to be copied; undefined: they can stay where they are. */
export const toDirectRefusal = (situation: Situation, decoder: string): string | undefined => {
  const { screen, isFiltered, facts, format } = situation;
  const isOnPlane = screen.videoOutput === PLANE_OUTPUT || screen.usesOverlayPlane;
  if (isFiltered) return 'a filter needs the pictures in memory';
  if (![...GPU_OUTPUTS, PLANE_OUTPUT].includes(screen.videoOutput)) {
    return `the output ${screen.videoOutput || 'is not known and'} cannot show them without a copy`;
  }
  if (screen.usesOverlayPlane && screen.rotationDegrees !== 0) return 'a plane cannot be turned';
  // mpv gives the kernel a buffer of the part's size with a place outside of it, which is refused.
  if (screen.usesOverlayPlane && screen.fit === 'cover') return 'a plane cannot show a part of a picture';
  if (decoder === 'vaapi') return undefined;
  if (!isOnPlane && format.bits > 8) return 'the graphics driver does not take 10 bit of this decoder';
  const isPlanar = decoder === 'v4l2m2m' && !isOnPlane;
  return isPlanar && isOlderMpv(facts.abilities.mpv.version) ? 'mpv before 0.36 shows them wrongly' : undefined;
};
