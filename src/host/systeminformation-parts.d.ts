declare module 'systeminformation/lib/memory.js' {
  const memory: Pick<typeof import('systeminformation'), 'mem'>;
  export default memory;
}

declare module 'systeminformation/lib/cpu.js' {
  const cpu: Pick<typeof import('systeminformation'), 'cpuTemperature'>;
  export default cpu;
}
