// The two timeslots of a DMR channel.

export type Timeslot = 1 | 2;

export const otherTimeslot = (timeslot: Timeslot): Timeslot => (timeslot === 1 ? 2 : 1);

/** As the API documents write it. */
export const toSlotName = (timeslot: Timeslot): 'SLOT1' | 'SLOT2' => (timeslot === 1 ? 'SLOT1' : 'SLOT2');
