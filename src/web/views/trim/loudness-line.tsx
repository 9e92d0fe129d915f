// How loud the clip is, in a line.
import type { Clip, Loudness } from '../../client/api.ts';
import { loudness } from '../../client/event-stream.ts';
import { useStore } from '../../client/store.ts';

const toText = ({ integratedLufs, truePeakDbtp, rangeLu, message }: Loudness): string =>
  integratedLufs === undefined
    ? `${message}`
    : `${integratedLufs} LUFS · true peak ${truePeakDbtp} dBTP · range ${rangeLu} LU`.replaceAll('-', '−');

export const LoudnessLine = ({ clip }: { readonly clip: Clip }) => {
  const known = useStore(loudness, (all) => all[clip.id]);
  return known && <span class="facts wide">{toText(known)}</span>;
};
