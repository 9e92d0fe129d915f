// What the tests use of released packages that come without types.
declare module 'hyperdeck-js-lib' {
  import type { EventEmitter } from 'node:events';

  interface Response {
    readonly code: number;
    readonly text: string;
    readonly params?: Readonly<Record<string, string>>;
  }

  export class Hyperdeck {
    constructor(host: string);
    onConnected(): PromiseLike<void>;
    getNotifier(): EventEmitter;
    makeRequest(request: string): PromiseLike<Response>;
    clipsGet(): PromiseLike<Response>;
    slotInfo(id: number): PromiseLike<Response>;
    transportInfo(): PromiseLike<Response>;
    goTo(timecode: string): PromiseLike<Response>;
    nextClip(): PromiseLike<Response>;
    prevClip(): PromiseLike<Response>;
    play(speed?: number): PromiseLike<Response>;
    stop(): PromiseLike<Response>;
    record(): PromiseLike<Response>;
    destroy(): void;
  }

  export const Logger: { readonly OFF: unknown; setLevel(level: unknown): void };
}

declare module 'node-mpv/lib/ipcInterface.js' {
  import type { EventEmitter } from 'node:events';

  interface IpcInterface extends EventEmitter {
    getProperty(name: string, requestId: number): void;
    quit(): void;
  }

  const IpcInterface: new (options: { readonly socket: string }) => IpcInterface;
  export default IpcInterface;
}

declare module 'smpte-timecode' {
  const Timecode: (text: string, frameRate: number, dropFrame: boolean) => { readonly frameCount: number };
  export default Timecode;
}
