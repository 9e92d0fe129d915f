// What the browser's tab says.
import type { components } from '../../client/api-types.ts';

type Transport = components['schemas']['Transport'];

const SIGNS: Readonly<Record<Transport['state'], string>> = { playing: '●', paused: '❚❚', ended: '■', stopped: '○' };

/** A narrow tab only shows the beginning. */
export const toTitle = (deps: {
  readonly device: string;
  readonly isLost: boolean;
  readonly clip: string | undefined;
  readonly state: Transport['state'];
}): string => {
  const { device, isLost, clip, state } = deps;
  const what = isLost ? 'Not connected' : clip === undefined ? 'No clip' : `${SIGNS[state]} ${clip}`;
  return [what, device, 'CueDeck'].filter(Boolean).join(' · ');
};
