// The part of systeminformation that is loaded; its types name only the whole.
declare module 'systeminformation/lib/memory.js' {
  const memory: Pick<typeof import('systeminformation'), 'mem'>;
  export default memory;
}
