// The frame of a file at a position, as the player decodes it, with the position to type.
import { useEffect, useState } from 'preact/hooks';
import { type Clip, toApiError, toUrl } from './api.ts';
import { toClock } from './words.ts';

/** Not every step of a drag is worth a picture. */
const SETTLE_MS = 300;
const BUSY_MS = 3000;

export const FramePreview = (props: { readonly clip: Clip; readonly label: string; readonly seconds: number }) => {
  const { clip, label, seconds } = props;
  const [picture, setPicture] = useState<string>();
  const [trouble, setTrouble] = useState('');
  useEffect(() => {
    const ended = new AbortController();
    let timer = 0;
    const look = async (): Promise<void> => {
      try {
        const url = `${toUrl('/clips/{id}/frame', { id: clip.id })}?seconds=${seconds.toFixed(3)}`;
        const response = await fetch(url, { signal: ended.signal });
        if (response.status === 503) timer = window.setTimeout(look, BUSY_MS);
        if (!response.ok) return setTrouble(toApiError(response.status, await response.text()).message);
        setTrouble('');
        setPicture(URL.createObjectURL(await response.blob()));
      } catch {
        // The position moved on, or the player is away; both are seen elsewhere.
      }
    };
    timer = window.setTimeout(look, SETTLE_MS);
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, [clip.id, seconds]);
  useEffect(() => () => void (picture && URL.revokeObjectURL(picture)), [picture]);
  return (
    <figure class="frame">
      {picture === undefined ? <span class="poster none" /> : <img src={picture} alt={`${label} frame`} />}
      <figcaption>
        <strong>{label}</strong> {toClock(seconds)}
        {trouble !== '' && <span class="wrong">{trouble}</span>}
      </figcaption>
    </figure>
  );
};
