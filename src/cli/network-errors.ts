// Why a place on the network is not reached, by the system's error codes, in the words of an operator.

export const REACH_REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  ETIMEDOUT: 'no way to it',
  EHOSTUNREACH: 'no way to it',
  ENETUNREACH: 'no way to it',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'no such host, or no name service',
};
