// Which of the player's audio devices an owner means by a word of cuedeck.txt.

interface AudioDevice {
  readonly name: string;
  readonly description: string;
}

/** Device name patterns of each word; a Pi has vc4hdmi0, vc4hdmi1 and Headphones. */
const WORDS: Readonly<Record<string, RegExp>> = {
  hdmi: /hdmi/i,
  headphones: /headphones|analog/i,
  usb: /usb/i,
};

/** @returns the device's name; null: the player's default; undefined: no such device */
export const chooseAudioDevice = (wanted: string, devices: readonly AudioDevice[]): string | null | undefined => {
  if (wanted.toLowerCase() === 'auto') return null;
  const word = WORDS[wanted.toLowerCase()];
  const found = devices.find(({ name, description }) =>
    word === undefined ? name === wanted : name !== 'auto' && word.test(`${name} ${description}`),
  );
  return found?.name;
};
