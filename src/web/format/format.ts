// Formats times, sizes and states.

/** `1:02.3`, or `1:02:03.4` from an hour on; tenths of a second, truncated so that 0.0 is the very end. */
export const toClock = (seconds: number): string => {
  const tenths = Math.max(0, Math.floor(seconds * 10 + 1e-6));
  const [hours, minutes, rest] = [Math.floor(tenths / 36_000), Math.floor(tenths / 600) % 60, tenths % 600];
  const text = `${String(Math.floor(rest / 10)).padStart(2, '0')}.${rest % 10}`;
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${text}` : `${minutes}:${text}`;
};

/** Durations on tiles: `0:12`, `1:02:03`. */
export const toLength = (seconds: number): string => {
  const whole = Math.round(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const text = String(whole % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${text}` : `${minutes}:${text}`;
};

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

export const toBytes = (bytes: number): string => {
  const power = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[power]}`;
};

export const END_ACTIONS = {
  hold: 'Hold the last frame',
  splash: 'Go to the splash screen',
  black: 'Go to black',
  next: 'Play the next clip',
  loop: 'Loop',
  back: 'Return to the clip before',
} as const;

export const POWER_ON = {
  splash: 'Show the splash screen (or black)',
  'cue-last': 'Cue the last clip',
  'play-last': 'Play the last clip',
  'play-all': 'Play the list on from the last clip',
} as const;
