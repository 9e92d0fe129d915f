// The protocol log: what goes over every connection, as text that a person can read and send, while somebody asks for it.

/** A reader of log lines. */
type LogReader = (line: string) => void;

export interface ProtocolLog {
  /** Records traffic of a client. Costs nothing while nobody reads. */
  record(client: string, what: 'opened' | 'received' | 'sent' | 'closed', text: string): void;
  /** Switches the log on for a reader; returns a function that ends it. */
  read(reader: LogReader): () => void;
}

const ARROWS = { opened: '**', received: '->', sent: '<-', closed: '**' } as const;

/** Longer texts (lists) are truncated, since the log is for people. */
const MAX_LINES = 200;

/** Escapes control characters, which could control the reader's terminal. */
const toVisible = (character: string): string => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;

const toLines = (text: string): readonly string[] => {
  const lines = text
    .replaceAll('\r\n', '\n')
    .replace(/\n+$/, '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is shown as text
    .replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, toVisible)
    .split('\n');
  if (lines.length <= MAX_LINES) return lines;
  return [...lines.slice(0, MAX_LINES), `… and ${lines.length - MAX_LINES} more lines`];
};

/** @param now for the time of day on each line */
export const createProtocolLog = (now: () => Date): ProtocolLog => {
  const readers = new Set<LogReader>();
  return {
    record: (client, what, text) => {
      if (readers.size === 0) return;
      const head = `${now().toISOString().slice(11, 23)} ${client} ${ARROWS[what]}`;
      for (const [number, line] of toLines(text).entries()) {
        const shown = `${number === 0 ? head : ' '.repeat(head.length)} ${line}`;
        for (const reader of readers) reader(shown);
      }
    },
    read: (reader) => {
      readers.add(reader);
      return () => readers.delete(reader);
    },
  };
};
