// Explains network errors to an operator.

export const REACH_REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  ETIMEDOUT: 'no way to it',
  EHOSTUNREACH: 'no way to it',
  ENETUNREACH: 'no way to it',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'no such host, or no name service',
};
