// Finds the messages in the bytes of an OSC packet, with bounded work.

/** Larger than any message of ours, and than 64 of them in a bundle. */
const MAX_BYTES = 8192;
/** Limit of everything in a bundle: messages, bundles, and what is neither. */
const MAX_ELEMENTS = 128;

const BUNDLE = Buffer.from('#bundle\0');
const HEAD_BYTES = BUNDLE.length + 8;
const SIZE_BYTES = 4;
const SLASH = 0x2f;

const isBundle = (bytes: Buffer): boolean => bytes.subarray(0, BUNDLE.length).equals(BUNDLE);

/** @throws Error when the sizes in it do not fit */
const toElements = (bundle: Buffer): readonly Buffer[] => {
  if (bundle.length < HEAD_BYTES) throw new Error('a bundle without its time');
  const elements: Buffer[] = [];
  for (let at = HEAD_BYTES; at < bundle.length; ) {
    const size = bundle.readInt32BE(at);
    const start = at + SIZE_BYTES;
    if (size < 0 || start + size > bundle.length) throw new Error('an element larger than its bundle');
    elements.push(bundle.subarray(start, start + size));
    at = start + size;
  }
  return elements;
};

const toElementsIfWhole = (bundle: Buffer): readonly Buffer[] => {
  try {
    return toElements(bundle);
  } catch {
    return [];
  }
};

/**
 * The bytes of the messages of a packet, those of bundles in order, up to 128 elements.
 * @throws Error when the packet has more than 8192 bytes, or its sizes do not fit; an inner bundle that is broken counts as empty
 */
export const toMessageBytes = (packet: Buffer): readonly Buffer[] => {
  if (packet.length > MAX_BYTES) throw new Error(`${packet.length} bytes are too many`);
  if (!isBundle(packet)) return [packet];
  const messages: Buffer[] = [];
  const waiting = [...toElements(packet)].reverse();
  for (let count = 0; count < MAX_ELEMENTS; count += 1) {
    const element = waiting.pop();
    if (element === undefined) break;
    if (isBundle(element)) waiting.push(...[...toElementsIfWhole(element)].reverse());
    else if (element[0] === SLASH) messages.push(element);
  }
  return messages;
};
