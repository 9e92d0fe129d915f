// Text from the wire: untrusted, padded with NUL or spaces, headed for logs and web pages.

const PADDING = /^[\0 ]+|[\0 ]+$/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffd]+/g;

export const toText = (bytes: Buffer): string =>
  bytes.toString('utf8').replace(PADDING, '').replace(CONTROL, ' ').trim();
