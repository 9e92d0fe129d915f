// Computes the steps from the actual to the desired state: the one rule behind every operation, start-up and recovery.
import type { Section, Sound } from '../clips/clip.ts';
import { isSameOutput, type LiveOutput } from '../output.ts';
import type { Cue, EdlPart, PlayerView, Step } from '../ports.ts';
import { isSameFades } from './clip-fades.ts';

export interface DesiredState {
  readonly cue: Cue;
  readonly playing: boolean;
  /** Target position, seconds; undefined: stay at the current one. */
  readonly targetSeconds: number | undefined;
  /** Position to resume from when the picture has to be loaded again. */
  readonly resumeSeconds: number;
  /** Factor, 1 is normal. */
  readonly speed: number;
  /** Lines over the picture. */
  readonly overlay: readonly string[];
  readonly output: LiveOutput;
}

/** The steps from `view` to `wanted`, in order; none when the player is not running or already there. */
export const plan = (view: PlayerView, desired: DesiredState): readonly Step[] => {
  if (!view.running) return [];
  return [...planOutput(view, desired), ...planMedia(view, desired), ...planOverlay(view, desired)];
};

const planOutput = (view: PlayerView, { output }: DesiredState): readonly Step[] =>
  when(!isSameOutput(view.output, output), {
    do: 'output',
    output,
    why: 'picture or sound belongs elsewhere',
  } as const);

const planMedia = (view: PlayerView, desired: DesiredState): readonly Step[] => {
  const { cue, playing, targetSeconds, speed } = desired;
  if (view.cue === undefined || !isSamePicture(view.cue, cue)) {
    const atSeconds = targetSeconds ?? desired.resumeSeconds;
    return [{ do: 'load', cue, atSeconds, playing, speed, why: 'another picture is wanted' }];
  }
  if (cue.picture.kind === 'screen') return [];
  return [
    // Pause before a seek, so that no frame after the target is shown; play after it, so that none before is.
    // mpv pauses itself at the end, but reports the end first.
    ...when(!view.paused && !playing, { do: 'pause', why: 'the clip is to stand' } as const),
    ...when(!isSameSection(view.cue.section, cue.section), {
      do: 'trim',
      section: cue.section,
      why: 'in point, out point or loop changed',
    } as const),
    ...when(!isSameSound(view.cue.sound, cue.sound), {
      do: 'sound',
      sound: cue.sound,
      why: 'another volume is wanted',
    } as const),
    ...when(!isSameFades(view.cue.fades, cue.fades), {
      do: 'fades',
      fades: cue.fades ?? [],
      why: 'fades changed, or the points where they begin and end',
    } as const),
    ...when(view.speed !== speed, { do: 'speed', factor: speed, why: 'another speed is wanted' } as const),
    ...(targetSeconds === undefined
      ? []
      : [{ do: 'seek', toSeconds: targetSeconds, why: 'another position is wanted' } as const]),
    ...when(playing && (view.paused || view.ended), { do: 'play', why: 'the clip is to run' } as const),
  ];
};

const planOverlay = (view: PlayerView, desired: DesiredState): readonly Step[] =>
  when(view.overlay.join('\n') !== desired.overlay.join('\n'), {
    do: 'overlay',
    lines: desired.overlay,
    why: 'other words belong over the picture',
  } as const);

const when = <S extends Step>(condition: boolean, step: S): readonly S[] => (condition ? [step] : []);

const isSamePicture = ({ picture: one }: Cue, { picture: other }: Cue): boolean => {
  if (one.kind !== 'reel' || other.kind !== 'reel') {
    return one.kind !== 'reel' && other.kind !== 'reel' && one.kind === other.kind && one.path === other.path;
  }
  return (
    one.parts.length === other.parts.length && one.parts.every((part, index) => isSamePart(part, other.parts[index]))
  );
};

const isSamePart = (one: EdlPart, other: EdlPart | undefined): boolean =>
  one.path === other?.path && one.inSeconds === other.inSeconds && one.outSeconds === other.outSeconds;

const isSameSound = (one: Sound, other: Sound): boolean =>
  one.volumePercent === other.volumePercent && one.muted === other.muted;

const isSameSection = (one: Section, other: Section): boolean =>
  one.inSeconds === other.inSeconds &&
  one.outSeconds === other.outSeconds &&
  one.loop === other.loop &&
  one.toEnd === other.toEnd;
