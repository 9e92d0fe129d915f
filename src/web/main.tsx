// Starts the page.
import { render } from 'preact';
import { App } from './app.tsx';
import { watch } from './live.ts';
import { watchForUpdates } from './update-watch.ts';

watch();
// A stage monitor has nobody to ask.
if (location.pathname !== '/countdown') watchForUpdates();
const root = document.getElementById('app');
if (root !== null) render(<App />, root);
