// How an owner goes back to what played a clip smoothly before an update.

const PARTS = ['CueDeck', 'mpv', 'ffmpeg', 'kernel'] as const;
type Part = (typeof PARTS)[number];

/** @param basis as `readBasis` words it, with or without the decoder */
const versionIn = (basis: string, part: Part): string => new RegExp(`\\b${part} ([^\\s,;]+)`).exec(basis)?.[1] ?? '';

const toStep = (part: Part, before: string, now: string): string => {
  switch (part) {
    case 'CueDeck':
      return `\`sudo apt install --allow-downgrades ./cuedeck_${before}_all.deb\``;
    case 'kernel':
      return `\`sudo apt remove linux-image-${now}\` and a restart, while linux-image-${before} is installed`;
    default:
      return `\`sudo apt install --allow-downgrades ${part}=VERSION\`, with one that \`apt list --all-versions ${part}\` names`;
  }
};

/**
 * A sentence for each program that changed, with the command that goes back.
 * @param smooth basis of the measurement that was smooth
 * @param now basis of the first that was not
 */
export const toWayBack = (smooth: string, now: string): readonly string[] =>
  PARTS.flatMap((part) => {
    const [before, after] = [versionIn(smooth, part), versionIn(now, part)];
    if (before === '' || after === '' || before === after) return [];
    return [`To go back to ${part} ${before}: ${toStep(part, before, after)}.`];
  });
