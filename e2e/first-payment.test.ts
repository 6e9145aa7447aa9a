import { expect, inject, test } from 'vitest';

const { url, api, temporal_ui, mail_ui } = inject('product');

interface InvoiceAnswer {
  readonly data: { readonly id: string; readonly status: string; readonly paid: boolean; readonly version: number };
}

async function call<Answer>(method: string, path: string, body?: object): Promise<{ status: number; body: Answer }> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Basic ${btoa(`${api.key}:${api.secret}`)}`,
      'x-visitor-id': 'e2e',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Answer };
}

test('a shop with the printed key has an invoice paid on the simulated chain, from nothing to done', async () => {
  const created = await call<InvoiceAnswer>('POST', '/api/v1/invoices', {
    amount: '49.90',
    currency: 'EUR',
    gate_id: 'LTC',
  });
  expect(created.status).toBe(201);
  const { id } = created.body.data;

  const paid = await call('POST', `/api/v1/sandbox/invoices/${id}/payments`, { scenario: 'paid' });
  expect(paid.status).toBe(202);
  const read = async () => (await call<InvoiceAnswer>('GET', `/api/v1/invoices/${id}`)).body.data;
  await expect.poll(async () => (await read()).status, { interval: 250 }).toBe('done');
  expect((await read()).paid).toBe(true);
});

test('what the start prints can be opened', async () => {
  for (const page of [`${url}/docs/api`, `${url}/health/ready`, temporal_ui, mail_ui]) {
    expect((await fetch(page ?? '')).status, page ?? 'no page').toBe(200);
  }
});

test('the demo shop has invoices in different states', async () => {
  const list = await call<{ data: { reference: string; status: string }[] }>('GET', '/api/v1/invoices?per_page=100');
  const demo = list.body.data.filter((invoice) => invoice.reference?.startsWith('demo-'));
  expect(demo).toHaveLength(5);
  expect(new Set(demo.map((invoice) => invoice.status)).size).toBeGreaterThan(1);
});
