// Serves the dashboard: a page, its script and style, and the events that fill it.
import type { Express } from 'express';
import { AppError } from '../../base/errors.ts';
import type { DashboardFeed } from './dashboard-feed.ts';
import { DASHBOARD_CSS, DASHBOARD_HTML, DASHBOARD_JS } from './dashboard-page.ts';

const FILES = [
  ['/', 'text/html', DASHBOARD_HTML],
  ['/dashboard.css', 'text/css', DASHBOARD_CSS],
  ['/dashboard.js', 'text/javascript', DASHBOARD_JS],
] as const;

const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
};

export const addDashboardRoutes = (app: Express, feed: DashboardFeed): void => {
  for (const [path, type, text] of FILES)
    app.get(path, (_request, response) => {
      response.set(HEADERS).type(type).send(text);
    });
  app.get('/dashboard/events', (request, response) => {
    response.set(HEADERS);
    try {
      feed.open(request, response);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'busy') throw error;
      // A browser that is answered with an error never asks again.
      response.set('Content-Type', 'text/event-stream').end('event: full\ndata: {}\n\n');
    }
  });
};
