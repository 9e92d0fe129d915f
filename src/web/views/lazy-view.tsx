// A view that is a file of its own, fetched when it is first shown.
import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** @param load imports the file; the browser keeps a failure, so only a reload tries again */
export const lazyView = (load: () => Promise<FunctionComponent>): FunctionComponent => {
  let Loaded: FunctionComponent | undefined;
  return () => {
    const [state, setState] = useState<'loading' | 'loaded' | 'failed'>(Loaded === undefined ? 'loading' : 'loaded');
    useEffect(() => {
      if (Loaded !== undefined) return;
      load().then(
        (View) => {
          Loaded = View;
          setState('loaded');
        },
        () => setState('failed'),
      );
    }, []);
    if (Loaded !== undefined) return <Loaded />;
    return (
      <p class="empty" role="status">
        {state === 'failed' ? (
          <>
            This view could not be loaded: the player was not reached, or has been updated.{' '}
            <button type="button" onClick={() => location.reload()}>
              Reload the page
            </button>
          </>
        ) : (
          'Loading…'
        )}
      </p>
    );
  };
};
