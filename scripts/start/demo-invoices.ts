import { existsSync } from 'node:fs';
import type { Started } from './announce.ts';
import { writeWhole } from './data-folder.ts';

/** The actions of the demo shop's first customers, as sandbox scenarios of the public API; null: they only look. */
const orders = [
  { reference: 'demo-1001', amount: '24.90', description: 'The Sea Around Us', gate: null, payment: null },
  { reference: 'demo-1002', amount: '49.90', description: 'A Field Guide to Tides', gate: 'BTC', payment: null },
  { reference: 'demo-1003', amount: '18.50', description: 'Harbour Lights', gate: 'LTC', payment: 'paid' },
  { reference: 'demo-1004', amount: '120.00', description: 'Atlas of Currents', gate: 'ETH', payment: 'partial' },
  { reference: 'demo-1005', amount: '35.00', description: 'Sailing Alone', gate: 'USDT_TRC20', payment: 'over' },
] as const;

/** Customers of the demo shop with an address of their own, and what they have paid to it so far. */
const customers = [
  { reference: 'customer-ada', gate: 'LTC', description: 'Ada, top-ups', payments: ['0.85', '1.2'] },
  { reference: 'customer-ben', gate: 'BTC', description: 'Ben, pays in small parts', payments: ['0.00001500'] },
] as const;

/** Rates come with the worker, some seconds after the first start. */
const ratePatienceMs = 15_000;
const pauseMs = 200;

/**
 * Waits until the gateway can price an invoice, which is when it is of use.
 *
 * @returns whether there are rates; without them only invoices whose asset is chosen later can be made.
 */
export async function waitForRates(started: Started, patienceMs = ratePatienceMs): Promise<boolean> {
  const deadlineMs = Date.now() + patienceMs;
  while (Date.now() < deadlineMs) {
    const answer = await fetch(`${started.url}/api/v1/rates`, { headers: headersOf(started) });
    const { data } = (await answer.json()) as { data?: readonly unknown[] };
    if (answer.ok && data !== undefined && data.length > 0) return true;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return false;
}

/**
 * Gives the demo merchant a few invoices in different states and deposits of two customers, once per data folder,
 * through the API like any shop.
 *
 * @throws Error with the API's answer when one is refused.
 */
export async function makeDemoInvoices(started: Started, doneFile: string): Promise<void> {
  if (existsSync(doneFile)) return;
  await Promise.all([
    ...orders.map((order) => placeOrder(started, order)),
    ...customers.map((customer) => giveAddress(started, customer)),
  ]);
  writeWhole(doneFile, `${new Date().toISOString()}\n`);
}

async function placeOrder(started: Started, { gate, payment, ...order }: (typeof orders)[number]): Promise<void> {
  const body = { ...order, currency: 'EUR', gate_id: gate ?? undefined };
  const invoice = await post(started, '/api/v1/invoices', body);
  if (payment !== null) await post(started, `/api/v1/sandbox/invoices/${invoice.id}/payments`, { scenario: payment });
}

async function giveAddress(
  started: Started,
  { gate, payments, ...customer }: (typeof customers)[number],
): Promise<void> {
  const { id } = await post(started, '/api/v1/addresses', { ...customer, gate_id: gate });
  for (const amount of payments) await post(started, `/api/v1/sandbox/addresses/${id}/payments`, { amount });
}

async function post(started: Started, path: string, body: object): Promise<{ id: string }> {
  const answer = await fetch(`${started.url}${path}`, {
    method: 'POST',
    headers: { ...headersOf(started), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`POST ${path} was answered ${answer.status}: ${text.slice(0, 300)}`);
  return (JSON.parse(text) as { data: { id: string } }).data;
}

function headersOf({ api }: Started): Record<string, string> {
  return { authorization: `Basic ${btoa(`${api.key}:${api.secret}`)}`, 'x-visitor-id': 'demo' };
}
