// How loud the clip is, and the offer to match it to the loudness of broadcasting.
import type { Clip, ClipPatch, Loudness } from '../../client/api.ts';
import { loudness } from '../../client/event-stream.ts';
import { useStore } from '../../client/store.ts';

const toText = ({ integratedLufs, truePeakDbtp, rangeLu, message = '' }: Loudness): string =>
  integratedLufs === undefined
    ? message
    : `${integratedLufs} LUFS · true peak ${truePeakDbtp} dBTP · range ${rangeLu} LU. ${message}`.replaceAll('-', '−');

export const LoudnessLine = ({
  clip,
  save,
}: {
  readonly clip: Clip;
  readonly save: (patch: ClipPatch) => Promise<boolean>;
}) => {
  const known = useStore(loudness, (all) => all[clip.id]);
  const volumePercent = known?.match?.volumePercent;
  return (
    known && (
      <>
        <span class="facts wide">{toText(known)}</span>
        {volumePercent !== undefined && (
          <button
            type="button"
            disabled={volumePercent === clip.volumePercent}
            onClick={() => void save({ volumePercent })}
          >
            Match to −23 LUFS ({volumePercent} %)
          </button>
        )}
      </>
    )
  );
};
