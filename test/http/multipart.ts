// Multipart bodies as clients send them, good and bad.

export const BOUNDARY = 'a-boundary';
export const MULTIPART = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` } as const;

export interface Part {
  /** After `form-data`, as it stands in the header. */
  readonly disposition: string;
  readonly content?: string | Buffer;
  readonly type?: string;
}

/** A file part as browsers and curl write it. */
export const filePart = (content: string | Buffer, fileName = 'clip.mp4', name = 'videoFile'): Part => ({
  disposition: `; name="${name}"; filename="${fileName}"`,
  content,
  type: 'video/mp4',
});

export const toPartHead = ({ disposition, type }: Part): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data${disposition}\r\n${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`;

export const toBody = (...parts: readonly Part[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap((part) => [Buffer.from(toPartHead(part)), Buffer.from(part.content ?? ''), Buffer.from('\r\n')]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);
