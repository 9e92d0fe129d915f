// Starts the dashboard of the talkgroup service.
import { render } from 'preact';
import { Dashboard } from './dashboard.tsx';
import { watch } from './dashboard-events.ts';

watch();
const root = document.getElementById('app');
if (root !== null) render(<Dashboard />, root);
