declare module 'hostile' {
  const hostile: {
    /** The file that all calls work on. */
    HOSTS: string;
    /** Without a callback it works at once and throws. */
    set(address: string, names: string): void;
    remove(address: string, names: string): void;
  };
  export default hostile;
}
