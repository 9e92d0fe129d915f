// Starts the page.
import { render } from 'preact';
import { App } from './app.tsx';
import { watch } from './live.ts';

watch();
const root = document.getElementById('app');
if (root !== null) render(<App />, root);
