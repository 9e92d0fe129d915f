// The small page that asks a person before a bare link changes something.
import { createHash } from 'node:crypto';
import type { HttpAnswer } from '../response.ts';
import type { LinkQuestion } from './link-question.ts';

// The page sends no Referer and a GET no Origin, so a header marks the request.
// Another site could open it just before a click, so a yes only counts after the page was visible for a while.
const SCRIPT = `
const button = document.querySelector('button');
let isAsked = false;
let timer;
const wait = () => {
  clearTimeout(timer);
  button.disabled = true;
  if (!isAsked) timer = setTimeout(() => { button.disabled = false; }, 1000);
};
for (const change of ['focus', 'blur', 'pageshow']) addEventListener(change, wait);
document.addEventListener('visibilitychange', wait);
wait();
button.addEventListener('click', async ({ target }) => {
  isAsked = true;
  target.disabled = true;
  const note = document.querySelector('output');
  try {
    const answer = await fetch(location.pathname + location.search, {
      headers: { Accept: 'application/json', 'X-CueDeck': 'page', 'X-CueDeck-Clip': target.dataset.clip ?? '' },
    });
    const { error } = await answer.json();
    note.textContent = error ?? 'Done.';
    target.disabled = isAsked = !error;
  } catch {
    note.textContent = 'The player could not be reached.';
    target.disabled = isAsked = false;
  }
});
`;

const STYLE =
  'body{font:1.1rem system-ui;margin:3rem auto;max-width:34rem;padding:0 1rem}p{overflow-wrap:anywhere}button{font:inherit}';

const toSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const POLICY = [
  "default-src 'none'",
  `script-src ${toSource(SCRIPT)}`,
  `style-src ${toSource(STYLE)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  // Other sites must not embed the button in their own text.
  "frame-ancestors 'none'",
].join('; ');

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? '');

export const toConfirmPage = ({ text, action, clipId }: LinkQuestion): HttpAnswer => ({
  status: 200,
  type: 'text/html; charset=utf-8',
  headers: { 'Content-Security-Policy': POLICY, 'X-Frame-Options': 'DENY', 'Referrer-Policy': 'no-referrer' },
  body: [
    Buffer.from(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>CueDeck asks</title><style>${STYLE}</style>
<h1>A link asks for this</h1><p>${escaped(text)}</p>
<p><button type="button" disabled${clipId === undefined ? '' : ` data-clip="${escaped(clipId)}"`}>${escaped(action)}</button>
<output></output></p><p><a href="/">No, show me the clips</a></p>
<script>${SCRIPT}</script></html>
`,
    ),
  ],
});
