// The frame of the page: which part is shown, the connection, and the safe mode.
import type { FunctionComponent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { SafeSwitch } from '../actions/safe-switch.tsx';
import { call } from '../client/api.ts';
import { link, transport } from '../client/event-stream.ts';
import { useStore } from '../client/store.ts';
import { Announcements } from '../components/announcements.tsx';
import { useDroppedFiles } from '../components/dropped-files.ts';
import { DeviceAndClip, useTitle } from '../components/page-title.tsx';
import { releasePressedControls } from '../components/pressed-controls.ts';
import { manageScrollPositions, savePosition, useScrollPosition } from '../components/scroll-positions.ts';
import { QuestionDialog, Toasts } from '../components/toasts.tsx';
import { useUploadVerdicts } from '../components/upload-verdicts.ts';
import { toTally } from '../format/tally.ts';
import { KeysButton, KeysDialog } from '../keys/keys-dialog.tsx';
import { Countdown } from './countdown.tsx';
import { DeviceView } from './device/device.tsx';
import { FireView } from './fire/fire.tsx';
import { FleetView } from './fleet.tsx';
import { lazyView } from './lazy-view.tsx';
import { LibraryView } from './library/library.tsx';
import { UploadSummary } from './library/upload-rows.tsx';
import { Login } from './login.tsx';
import { PlaysView } from './plays/plays.tsx';
import { TrimView } from './trim/trim.tsx';

interface Part {
  readonly title: string;
  readonly View: FunctionComponent;
  /** In the navigation; a view without one is reached from the view `of`. */
  readonly icon?: string;
  readonly of?: string;
}

const VIEWS: Readonly<Record<string, Part>> = {
  show: {
    title: 'Show',
    icon: 'M3 4h18v5H3zm0 7h11v3H3zm0 5h11v3H3zm13-5l6 4-6 4z',
    View: lazyView(() => import('./show/show.tsx').then(({ ShowView }) => ShowView)),
  },
  fire: { title: 'Fire', icon: 'M6 4l14 8-14 8z', View: FireView },
  trim: { title: 'Trim', icon: 'M3 5h3v14H3zm15 0h3v14h-3zM8 10h8v4H8z', View: TrimView },
  library: { title: 'Library', icon: 'M3 4h8v7H3zm10 0h8v7h-8zM3 13h8v7H3zm10 0h8v7h-8z', View: LibraryView },
  fleet: {
    title: 'Fleet',
    icon: 'M3 4h5v5H3zm7 0h5v5h-5zm7 0h4v5h-4zM3 12h5v5H3zm7 0h5v5h-5zm7 0h4v5h-4z',
    View: FleetView,
  },
  device: { title: 'Device', icon: 'M3 5h18v11H3zm5 13h8v2H8z', View: DeviceView },
  plays: { title: 'Play log', of: 'device', View: PlaysView },
};

const toView = (hash: string): string => {
  const name = hash.replace(/^#/, '').split('/')[0] ?? '';
  return name in VIEWS ? name : 'fire';
};

/** Target of the skip link. */
const VIEW_ID = 'view';

export const App = () => {
  const state = useStore(link, (value) => value);
  const tally = useStore(transport, toTally);
  const [view, setView] = useState(toView(location.hash));
  useEffect(() => {
    manageScrollPositions();
    let shown = toView(location.hash);
    const follow = (): void => {
      savePosition(shown);
      shown = toView(location.hash);
      setView(shown);
    };
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  useEffect(releasePressedControls, []);
  useScrollPosition(view);
  useDroppedFiles();
  useUploadVerdicts();
  useTitle();
  const main = useRef<HTMLElement>(null);
  const hasBroker = useHasBroker(state === 'open');
  if (state === 'login') return <Login />;
  if (location.pathname === '/countdown') return <Countdown />;
  const { View = FireView, title = '', of = view } = VIEWS[view] ?? {};
  return (
    <>
      <header class="bar" data-tally={tally}>
        <button type="button" class="skip" onClick={() => main.current?.focus()}>
          Skip to {title}
        </button>
        <span class="brand">
          <i aria-hidden="true" />
          CueDeck
        </span>
        <DeviceAndClip showsClip={view !== 'fire' && view !== 'show'} />
        <nav aria-label="Parts">
          {Object.entries(VIEWS)
            .filter(([name, { icon }]) => icon !== undefined && (name !== 'fleet' || hasBroker))
            .map(([name, part]) => (
              <a
                key={name}
                href={`#${name}`}
                aria-current={name === of ? (name === view ? 'page' : 'true') : undefined}
              >
                <svg viewBox="0 0 24 24" aria-hidden="true">
                  <path d={part.icon} />
                </svg>
                {part.title}
              </a>
            ))}
        </nav>
        <UploadSummary />
        <SafeSwitch />
        <KeysButton />
        <span class={`link ${state}`}>
          {state === 'open' ? 'Live' : state === 'lost' ? 'Reconnecting' : 'Connecting'}
        </span>
      </header>
      <main
        ref={main}
        id={VIEW_ID}
        tabIndex={-1}
        class={`view ${view}`}
        aria-label={title}
        data-stale={state !== 'open' || undefined}
      >
        <View />
      </main>
      <Announcements />
      <Toasts />
      <KeysDialog title={title} />
      <QuestionDialog />
    </>
  );
};

/** Without a broker there is no fleet to show. */
const useHasBroker = (isOpen: boolean): boolean => {
  const [hasBroker, setHasBroker] = useState(false);
  useEffect(() => {
    if (isOpen)
      void call('get', '/device').then(
        (device) => setHasBroker(device.hasBroker),
        () => undefined,
      );
  }, [isOpen]);
  return hasBroker;
};
