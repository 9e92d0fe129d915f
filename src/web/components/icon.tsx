// The page's signs, drawn: as letters each system shows others, or none.
const PATHS = {
  play: 'M7 4l13 8-13 8z',
  pause: 'M6 4h4v16H6zm8 0h4v16h-4z',
  stop: 'M5 5h14v14H5z',
  'frame-back': 'M15 5v14L5 12zm2 0h3v14h-3z',
  'frame-on': 'M9 5v14l10-7zM4 5h3v14H4z',
  splash: 'M12 4l9 10H3zM3 17h18v3H3z',
  black: 'M3 4h18v16H3z',
  next: 'M4 5l11 7-11 7zm12 0h3v14h-3z',
  loop: 'M12 6V2l6 5-6 5V8.500a4.500 4.500 0 1 0 4.500 4.500H19a7 7 0 1 1-7-7z',
  back: 'M9 4v4h5a6 6 0 0 1 0 12H7v-3h7a3 3 0 0 0 0-6H9v4L2 9.500z',
  muted:
    'M3 9h4l6-5v16l-6-5H3zm12.500-.500L17 7l2 2.500L21 7l1.500 1.500-2.200 3 2.200 3L21 16l-2-2.500-2 2.500-1.500-1.500 2.200-3z',
  grip: 'M8 3h3v3H8zm5 0h3v3h-3zM8 8h3v3H8zm5 0h3v3h-3zm-5 5h3v3H8zm5 0h3v3h-3zm-5 5h3v3H8zm5 0h3v3h-3z',
} as const;

export type IconName = keyof typeof PATHS;

/** @param props.label accessible label; without one the icon is decorative */
export const Icon = ({ name, label }: { readonly name: IconName; readonly label?: string }) =>
  label === undefined ? (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  ) : (
    <svg class="icon" viewBox="0 0 24 24" role="img" aria-label={label}>
      <title>{label}</title>
      <path d={PATHS[name]} />
    </svg>
  );
