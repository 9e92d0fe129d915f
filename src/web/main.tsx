// Starts the page.
import { render } from 'preact';
import { watch } from './client/event-stream.ts';
import { watchForUpdates } from './components/update-watch.ts';
import { App } from './views/app.tsx';
import { isOverlay } from './views/countdown.tsx';

watch();
// Nobody can answer a question on a stage monitor.
if (location.pathname !== '/countdown') watchForUpdates();
document.documentElement.toggleAttribute('data-overlay', isOverlay);
const root = document.getElementById('app');
if (root !== null) render(<App />, root);
