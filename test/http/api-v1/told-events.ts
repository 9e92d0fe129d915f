// What the live channel of /api/v1 tells.
import { onTestFinished } from 'vitest';

/** The data of every event of that name, from now on. */
export const listen = async (url: string, name: string): Promise<readonly unknown[]> => {
  const ended = new AbortController();
  onTestFinished(() => ended.abort());
  const response = await fetch(`${url}/api/v1/events`, { signal: ended.signal });
  const told: unknown[] = [];
  const read = async (): Promise<void> => {
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const [, found, data] = /^event: (\w+)\ndata: (.*)$/m.exec(event) ?? [];
        if (found === name) told.push(JSON.parse(data ?? ''));
      }
    }
  };
  read().catch(() => undefined);
  return told;
};
