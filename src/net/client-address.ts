// The address of a client as people write it.

/** An IPv4 address that Node reports as an IPv6 one is written as IPv4. */
export const toClientAddress = (address = ''): string => address.replace(/^::ffff:(?=\d+\.)/, '');
