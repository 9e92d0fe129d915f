// Public keys of SSH, as an owner copies them from a .pub file.

const TYPES: readonly string[] = [
  'ssh-ed25519',
  'ssh-rsa',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'sk-ssh-ed25519@openssh.com',
  'sk-ecdsa-sha2-nistp256@openssh.com',
];

/** A line of a .pub file: type, key, perhaps a comment in any script. Options before the type, which authorized_keys would allow, are rejected. */
export const isPublicKey = (line: string): boolean => {
  const [type = '', key = ''] = line.split(' ');
  if (!TYPES.includes(type) || !/^\P{Cc}{1,8192}$/u.test(line) || !/^[A-Za-z0-9+/]{40,}={0,2}$/.test(key)) return false;
  // The key itself begins with its type, after four bytes of length.
  const bytes = Buffer.from(key, 'base64');
  return bytes.readUInt32BE(0) === type.length && bytes.toString('latin1', 4, 4 + type.length) === type;
};
