// The small page that asks a person before a bare link changes something.
import { createHash } from 'node:crypto';
import type { Answer } from './answer.ts';

// The page has no Referer, and a GET no Origin: the header shows that it asks.
const SCRIPT = `
const asked = new URLSearchParams(location.search);
asked.delete('token');
document.querySelector('code').textContent = asked.toString();
document.querySelector('button').addEventListener('click', async ({ target }) => {
  target.disabled = true;
  const note = document.querySelector('output');
  try {
    const answer = await fetch(location.pathname + location.search, {
      headers: { Accept: 'application/json', 'X-CueDeck': 'page' },
    });
    const { error } = await answer.json();
    note.textContent = error ?? 'Done.';
    target.disabled = !error;
  } catch {
    note.textContent = 'The player could not be reached.';
    target.disabled = false;
  }
});
`;

const STYLE = 'body{font:1.1rem system-ui;margin:3rem auto;max-width:34rem;padding:0 1rem}button{font:inherit}';

const toSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const POLICY = [
  "default-src 'none'",
  `script-src ${toSource(SCRIPT)}`,
  `style-src ${toSource(STYLE)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  // Another site must not be able to put its own words around the button.
  "frame-ancestors 'none'",
].join('; ');

/** @param question what the operation does, as a plain sentence of ours: nothing of the request goes into the page */
export const toConfirmPage = (question: string): Answer => ({
  status: 200,
  type: 'text/html; charset=utf-8',
  headers: { 'Content-Security-Policy': POLICY, 'X-Frame-Options': 'DENY', 'Referrer-Policy': 'no-referrer' },
  body: [
    Buffer.from(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>CueDeck</title><style>${STYLE}</style>
<h1>CueDeck</h1><p>A link wants this: ${question} <code></code></p>
<p><button type="button">Do it</button> <output></output></p>
<script>${SCRIPT}</script></html>
`,
    ),
  ],
});
