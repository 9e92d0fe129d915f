// Warns of a chosen audio device that is not there: mpv plays without sound then.
import type { Log } from '../base/log.ts';
import type { Deck } from '../deck/deck.ts';

/**
 * Warns once for each choice, and again when the device was there in between.
 * @param deps.devices rejects, or is empty, while mpv starts
 * @param deps.onSettled calls back after each start of mpv
 */
export const tellMissingDevice = (deps: {
  readonly deck: Pick<Deck, 'state' | 'subscribe'>;
  readonly devices: () => Promise<readonly { readonly name: string }[]>;
  readonly onSettled: (listener: () => void) => void;
  readonly log: Log;
}): void => {
  const { deck, log } = deps;
  const chosen = (): string | undefined => deck.state().document.settings.output.audioDevice;
  let told: string | undefined;
  const look = async (): Promise<void> => {
    const wanted = chosen();
    const names = wanted === undefined ? [] : (await deps.devices().catch(() => [])).map(({ name }) => name);
    // Changed meanwhile: that change is looked at by itself.
    if (wanted !== chosen()) return;
    const missing = names.length === 0 || wanted === undefined || names.includes(wanted) ? undefined : wanted;
    if (missing !== undefined && missing !== told)
      log.warning(`The audio device ${missing} is not there: clips have no sound. Available: ${names.join(', ')}.`);
    if (missing !== undefined || names.length > 0 || wanted === undefined) told = missing;
  };
  deps.onSettled(() => void look());
  deck.subscribe(({ document }, before) => {
    if (document.settings.output.audioDevice !== before.document.settings.output.audioDevice) void look();
  });
};
