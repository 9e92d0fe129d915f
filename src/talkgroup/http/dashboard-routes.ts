// Serves the dashboard: the built page, and the events that fill it.
import type { ServerResponse } from 'node:http';
import express, { type Express } from 'express';
import { AppError } from '../../base/errors.ts';
import type { DashboardFeed } from './dashboard-feed.ts';

const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
};

/** @param folder of the built page */
export const addDashboardRoutes = (app: Express, feed: DashboardFeed, folder: string): void => {
  const setHeaders = (response: ServerResponse): void => {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  };
  app.use(express.static(folder, { cacheControl: false, redirect: false, setHeaders }));
  app.get('/dashboard/events', (request, response) => {
    response.set(HEADERS);
    try {
      feed.open(request, response);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'busy') throw error;
      // A browser never reconnects after an error status.
      response.set('Content-Type', 'text/event-stream').end('event: full\ndata: {}\n\n');
    }
  });
};
