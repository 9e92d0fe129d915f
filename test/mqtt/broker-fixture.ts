// A broker and an operator for all tests of a file, and players that come to them.
import { afterAll } from 'vitest';
import { startBroker } from './broker.ts';
import { connectOperator } from './operator.ts';
import { createService } from './service-under-test.ts';

export const openBrokerFixture = async () => {
  const broker = await startBroker();
  const operator = await connectOperator(broker.url);
  afterAll(async () => {
    await operator.end();
    await broker.dispose();
  });
  return {
    broker,
    operator,
    /** Resolves when the player is online; what was heard before is forgotten. */
    start: async (options: Parameters<typeof createService>[1] = {}) => {
      operator.forget();
      const fixture = await createService(broker.url, options);
      const topic = `cuedeck/player/${options.id ?? 'one'}/online`;
      await operator.until(() => operator.text(topic) === 'online' || undefined);
      return fixture;
    },
  };
};
