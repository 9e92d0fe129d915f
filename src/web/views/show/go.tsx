// GO, and the panic beside it: always in sight.
import { go, panic } from '../../actions/show-actions.ts';
import { transport } from '../../client/event-stream.ts';
import { useStore } from '../../client/store.ts';

export const GoAndPanic = () => {
  const hasStandby = useStore(transport, ({ standby }) => standby !== null);
  return (
    <div class="go-and-panic">
      <button
        type="button"
        class="go"
        data-armed={hasStandby ? '' : undefined}
        aria-keyshortcuts="Space PageDown Enter"
        onClick={() => void go()}
      >
        GO
        <small aria-hidden="true">Space</small>
      </button>
      <button
        type="button"
        class="panic"
        aria-keyshortcuts="Escape"
        title="Fades to black at once; a second press cuts"
        onClick={() => void panic()}
      >
        Panic
        <small aria-hidden="true">Esc</small>
      </button>
    </div>
  );
};
