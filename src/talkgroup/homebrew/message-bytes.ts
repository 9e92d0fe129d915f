// Builds every message of the Homebrew protocol but the bursts; `peer` is an id of up to 32 bits.

const withPeer = (tag: string, peer: number, ...rest: readonly Uint8Array[]): Buffer => {
  const id = Buffer.alloc(4);
  id.writeUInt32BE(peer);
  return Buffer.concat([Buffer.from(tag, 'latin1'), id, ...rest]);
};

/** `value`: the salt in an answer to a login; see acknowledgementTo for everything else. */
export const acknowledgementBytes = (value: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from('RPTACK', 'latin1'), value]);
export const acknowledgementTo = (peer: number): Buffer => withPeer('RPTACK', peer);
export const pongBytes = (peer: number): Buffer => withPeer('MSTPONG', peer);
export const refusalBytes = (peer: number): Buffer => withPeer('MSTNAK', peer);
export const closingBytes = (peer: number): Buffer => withPeer('MSTCL', peer);
export const beaconBytes = (peer: number): Buffer => withPeer('RPTSBKN', peer);

export const loginBytes = (peer: number): Buffer => withPeer('RPTL', peer);
export const authorisationBytes = (peer: number, digest: Uint8Array): Buffer => withPeer('RPTK', peer, digest);
export const configurationBytes = (peer: number, text: Uint8Array): Buffer => withPeer('RPTC', peer, text);
export const optionsBytes = (peer: number, text: string): Buffer => withPeer('RPTO', peer, Buffer.from(text, 'latin1'));
export const pingBytes = (peer: number): Buffer => withPeer('RPTPING', peer);
export const goodbyeBytes = (peer: number): Buffer => withPeer('RPTCL', peer);
/** `latitude` 8 characters, `longitude` 9. */
export const positionBytes = (peer: number, latitude: string, longitude: string): Buffer =>
  withPeer('RPTG', peer, Buffer.from(latitude.padEnd(8).slice(0, 8) + longitude.padEnd(9).slice(0, 9), 'latin1'));

const sideMessage = (tag: string, source: number, rest: Uint8Array): Buffer => {
  const id = Buffer.alloc(3);
  id.writeUIntBE(source, 0, 3);
  return Buffer.concat([Buffer.from(tag, 'latin1'), id, rest]);
};

/** Direct form. `block` 0 to 3, `text` 7 bytes of alias. */
export const talkerAliasBytes = (source: number, block: number, text: Uint8Array): Buffer =>
  sideMessage('DMRA', source, Buffer.concat([Buffer.from([block]), text.subarray(0, 7)], 8));
/** Direct form. `position` 7 bytes. */
export const radioPositionBytes = (source: number, position: Uint8Array): Buffer =>
  sideMessage('DMRG', source, Buffer.concat([position.subarray(0, 7)], 7));
