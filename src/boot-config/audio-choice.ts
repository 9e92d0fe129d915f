// Which of the player's audio devices an owner means by a word of cuedeck.txt.

interface AudioDevice {
  readonly name: string;
  readonly description: string;
}

/** What the devices behind a word have in their names; a Pi's are vc4hdmi0, vc4hdmi1 and Headphones. */
const WORDS: Readonly<Record<string, RegExp>> = {
  hdmi: /hdmi/i,
  headphones: /headphones|analog/i,
  usb: /usb/i,
};

/** @returns the device's name; null: the player's own choice; undefined: there is none such */
export const chooseAudioDevice = (wanted: string, devices: readonly AudioDevice[]): string | null | undefined => {
  if (wanted.toLowerCase() === 'auto') return null;
  const word = WORDS[wanted.toLowerCase()];
  const found = devices.find(({ name, description }) =>
    word === undefined ? name === wanted : name !== 'auto' && word.test(`${name} ${description}`),
  );
  return found?.name;
};
