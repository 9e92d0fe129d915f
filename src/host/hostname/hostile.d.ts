// What `hostile` exports; it carries no types of its own.
declare module 'hostile' {
  const hostile: {
    /** The file that all calls work on. */
    HOSTS: string;
    /** Writes entries and other lines; without a callback synchronously, and throws. */
    writeFile(lines: readonly (readonly [address: string, names: string] | string)[]): void;
  };
  export default hostile;
}
