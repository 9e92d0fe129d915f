// Starts the page.
import { render } from 'preact';
import { watch } from './client/event-stream.ts';
import { watchForUpdates } from './components/update-watch.ts';
import { App } from './views/app.tsx';

watch();
// Nobody can answer a question on a stage monitor.
if (location.pathname !== '/countdown') watchForUpdates();
const root = document.getElementById('app');
if (root !== null) render(<App />, root);
