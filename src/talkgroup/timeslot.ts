// The two timeslots of a DMR channel.

export type Timeslot = 1 | 2;

/** As the API documents write it. */
export const toSlotName = (timeslot: Timeslot): 'SLOT1' | 'SLOT2' => (timeslot === 1 ? 'SLOT1' : 'SLOT2');
