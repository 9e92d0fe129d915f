// GO, and the panic beside it: always in sight.
import { go, panic } from '../../actions/show-actions.ts';
import { transport } from '../../client/event-stream.ts';
import { useStore } from '../../client/store.ts';
import { KeyOfControl, useKeyShortcuts } from '../../keys/key-of-control.tsx';
import { GO_KEY, PANIC_KEY } from '../../keys/key-tables.ts';

export const GoAndPanic = () => {
  const hasStandby = useStore(transport, ({ standby }) => standby !== null);
  return (
    <div class="go-and-panic">
      <button
        type="button"
        class="go"
        data-armed={hasStandby ? '' : undefined}
        aria-keyshortcuts={useKeyShortcuts(GO_KEY)}
        onClick={() => void go()}
      >
        GO
        <KeyOfControl row={GO_KEY} />
      </button>
      <button
        type="button"
        class="panic"
        aria-keyshortcuts={useKeyShortcuts(PANIC_KEY)}
        title="Fades to black at once; a second press cuts"
        onClick={() => void panic()}
      >
        Panic
        <KeyOfControl row={PANIC_KEY} />
      </button>
    </div>
  );
};
