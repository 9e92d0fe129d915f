// The section of a DMRGateway configuration (Pi-Star, WPSD) that brings a hotspot in.

interface SnippetOptions {
  readonly peer: number;
  readonly password: string;
  /** Public address of this master. */
  readonly address: string;
  readonly port: number;
  /** Number of the `[DMR Network n]` section. */
  readonly section: number;
}

export const STANDARD_SECTION = 3;

/** Keys are numbered as in Pi-Star; DMRGateway itself only reads their beginning. */
export const toSnippet = ({ peer, password, address, port, section }: SnippetOptions): string =>
  [
    `[DMR Network ${section}]`,
    'Enabled=1',
    'Name=CueDeck',
    `Id=${peer}`,
    `Address=${address}`,
    `Port=${port}`,
    `Password="${password}"`,
    'PassAllTG0=1',
    'PassAllTG1=2',
    'PassAllPC0=1',
    'PassAllPC1=2',
    'Location=1',
    'Debug=0',
  ].join('\n');
