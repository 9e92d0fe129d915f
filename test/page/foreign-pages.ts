// A site that is not the device's, every way in which a page of it can make a browser send a request, and who sees them.
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How pages of another site send requests: the source of a page that sends one to each address. */
type Sender = (urls: readonly string[]) => string;

const tags =
  (toTag: (url: string) => string): Sender =>
  (urls) =>
    urls.map((url) => toTag(url.replaceAll('&', '&amp;'))).join('\n');

/** @param body of a function of `url` and `index`, called once for each address */
const script =
  (body: string): Sender =>
  (urls) =>
    `<body><script>const send = (url, index) => { ${body} };\n${JSON.stringify(urls)}.forEach(send);</script>`;

const BODY = JSON.stringify(JSON.stringify({ clipId: 'splash', seconds: 1, number: 1, name: 'stolen' }));

/** With GET. */
export const GET_SENDERS: Readonly<Record<string, Sender>> = {
  img: tags((url) => `<img src="${url}">`),
  'img without a Referer of its own': tags((url) => `<img src="${url}" referrerpolicy="no-referrer" crossorigin>`),
  picture: tags((url) => `<picture><source srcset="${url}"><img></picture>`),
  'image button': tags((url) => `<input type="image" src="${url}">`),
  'svg image': tags((url) => `<svg><image href="${url}"/></svg>`),
  video: tags((url) => `<video src="${url}" preload="auto"></video>`),
  audio: tags((url) => `<audio src="${url}" preload="auto"></audio>`),
  poster: tags((url) => `<video poster="${url}"></video>`),
  object: tags((url) => `<object data="${url}"></object>`),
  embed: tags((url) => `<embed src="${url}">`),
  iframe: tags((url) => `<iframe src="${url}"></iframe>`),
  'sandboxed iframe': tags((url) => `<iframe sandbox="allow-scripts" src="${url}"></iframe>`),
  script: tags((url) => `<script src="${url}"></script>`),
  module: tags((url) => `<script type="module" src="${url}"></script>`),
  stylesheet: tags((url) => `<link rel="stylesheet" href="${url}">`),
  preload: tags((url) => `<link rel="preload" as="image" href="${url}">`),
  prefetch: tags((url) => `<link rel="prefetch" href="${url}">`),
  modulepreload: tags((url) => `<link rel="modulepreload" href="${url}">`),
  'css background': tags((url) => `<p style="background:url('${url}')">x</p>`),
  'css import': tags((url) => `<style>@import url("${url}");</style>`),
  font: script(`const face = new FontFace('f' + index, 'url("' + url + '")'); face.load().catch(() => 0)`),
  refresh: tags((url) => `<iframe srcdoc="<meta http-equiv='refresh' content='0;url=${url}'>"></iframe>`),
  form: script(`const frame = document.createElement('iframe'); frame.name = 'f' + index;
    const form = document.createElement('form'); form.target = frame.name; form.action = url;
    for (const [name, value] of new URL(url).searchParams) {
      const field = document.createElement('input'); field.name = name; field.value = value; form.append(field);
    }
    document.body.append(frame, form); form.submit()`),
  'fetch no-cors': script(`fetch(url, { mode: 'no-cors', credentials: 'include', referrerPolicy: 'no-referrer' })`),
  'fetch that asks for HTML, in all languages': script(
    `fetch(url, { mode: 'no-cors', headers: { Accept: 'text/html', 'Accept-Language': '*' } })`,
  ),
  'fetch cors': script(`fetch(url).catch(() => 0)`),
  'fetch with keepalive': script(`fetch(url, { mode: 'no-cors', keepalive: true })`),
  XMLHttpRequest: script(`const call = new XMLHttpRequest(); call.open('GET', url); call.send()`),
  EventSource: script(`new EventSource(url)`),
  worker: script(`new Worker(URL.createObjectURL(new Blob(
    ['fetch(' + JSON.stringify(url) + ', { mode: "no-cors", referrerPolicy: "no-referrer" })'])))`),
  'data page': script(`const frame = document.createElement('iframe');
    frame.src = 'data:text/html,' + encodeURIComponent('<img src="' + url + '">'); document.body.append(frame)`),
  'window.open': script(`window.open(url, '_blank', 'noreferrer')`),
  link: script(`const link = document.createElement('a'); link.href = url; link.rel = 'noreferrer';
    link.target = '_blank'; document.body.append(link); link.click()`),
};

/** With POST. */
export const POST_SENDERS: Readonly<Record<string, Sender>> = {
  'fetch no-cors': script(
    `fetch(url, { method: 'POST', mode: 'no-cors', body: ${BODY}, credentials: 'include', referrerPolicy: 'no-referrer' })`,
  ),
  beacon: script(`navigator.sendBeacon(url, ${BODY})`),
  ping: script(`const link = document.createElement('a'); link.ping = url; link.href = '#'; document.body.append(link);
    link.click()`),
  'file in a form': script(`const data = new FormData();
    data.append('videoFile', new File(['GIF89a'], 'stolen.gif')); fetch(url, { method: 'POST', mode: 'no-cors', body: data })`),
  ...Object.fromEntries(
    ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'].map((type) => [
      `form of ${type}`,
      script(`const frame = document.createElement('iframe'); frame.name = 'f' + index;
        const form = document.createElement('form'); form.method = 'post'; form.enctype = '${type}';
        form.target = frame.name; form.action = url;
        const field = document.createElement('input'); field.name = '{"clipId":"splash","x":"'; field.value = '"}';
        form.append(field); document.body.append(frame, form); form.submit()`),
    ]),
  ),
};

/** With any method: browsers ask first whether they may, and are told nothing. */
export const toAskedSender = (method: string): Sender =>
  script(`fetch(url, { method: '${method}', ${method === 'GET' ? '' : `body: ${BODY},`} headers: { 'Content-Type': 'application/json', 'X-CueDeck': '1' } })
    .catch(() => 0)`);

/** A site whose one page is what was put up last; it takes its name away from what it sends. `?to=` leads elsewhere. */
export const startForeignSite = async () => {
  let page = '';
  const server = createServer(({ url = '' }, response) => {
    const to = new URL(url, 'http://evil.example').searchParams.get('to');
    if (to !== null) {
      response.writeHead(302, { Location: to }).end();
      return;
    }
    response.writeHead(200, {
      'Content-Type': 'text/html',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    });
    response.end(`<!doctype html>${page}`);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    putUp: (next: string): void => {
      page = next;
    },
    stop: (): void => {
      server.closeAllConnections();
      server.close();
    },
  };
};

export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly status: number;
  readonly answer: IncomingHttpHeaders;
}

/**
 * Stands between browser and device, hands everything on as it is, and writes down what went through: the browser itself
 * tells nothing of answers that it keeps from a page.
 */
export const startWitness = async (port: number) => {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    const handed = httpRequest({ host: '127.0.0.1', port, method, path: url, headers, agent: false }, (answer) => {
      seen.push({ method, url, headers, status: answer.statusCode ?? 0, answer: answer.headers });
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    handed.on('error', () => response.destroy());
    response.on('close', () => handed.destroy());
    request.pipe(handed);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    seen,
    port: (server.address() as AddressInfo).port,
    stop: (): void => {
      server.closeAllConnections();
      server.close();
    },
  };
};
