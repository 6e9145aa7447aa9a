import { expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { loggedPath } from './logged-path.ts';

const id = newId();

test.each([
  ['/api/v1/invoices', '/api/v1/invoices?search=ana@payer.example', '/api/v1/invoices'],
  [
    '/api/v1/invoices/:id/refunds',
    `/api/v1/invoices/${id}/refunds?validate_only=true`,
    `/api/v1/invoices/${id}/refunds`,
  ],
  ['/api/v1/invoices/:id', `/api/v1/invoices/${id.toUpperCase()}`, `/api/v1/invoices/${id}`],
  ['/api/v1/invoices/:id', '/api/v1/invoices/ana@payer.example', '/api/v1/invoices/:id'],
  ['/api/v1/invoices/:id', '/api/v1/invoices/tgs_secret', '/api/v1/invoices/:id'],
])('%s called as %s is logged as %s', (pattern, url, logged) => {
  expect(loggedPath(pattern, url)).toBe(logged);
});
