// Tells boards apart that decode or scale differently.

/** Pi 1 to 3 and Zero, Zero 2 W. */
const SMALL_CHIP = /^brcm,bcm(2835|2836|2837)$/;
const PI_4_CHIP = 'brcm,bcm2711';
const PI_5_CHIP = 'brcm,bcm2712';

type Board = 'small-pi' | 'pi-4' | 'pi-5' | 'other';

/** By the chips of the device tree, since names of boards change with each model. */
export const toBoard = (compatible: readonly string[]): Board => {
  if (compatible.includes(PI_5_CHIP)) return 'pi-5';
  if (compatible.includes(PI_4_CHIP)) return 'pi-4';
  return compatible.some((chip) => SMALL_CHIP.test(chip)) ? 'small-pi' : 'other';
};
