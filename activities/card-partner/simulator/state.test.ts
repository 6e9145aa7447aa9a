import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { simulatorStateFile } from './server.ts';
import { type SimulatedOrder, SimulatorState } from './state.ts';

test('orders, unsent webhooks and known customers outlive a restart', () => {
  const folder = mkdtempSync(join(tmpdir(), 'card-partner-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = simulatorStateFile(folder);
  const state = new SimulatorState(file);
  state.add(orderOf('a', 'pendingPayment'));
  state.known.add('customer');
  state.addWebhook({ mode: 'sandbox', body: '{}', isForged: false, dueAtMs: 5 });
  state.save();
  const restarted = new SimulatorState(file);
  expect([...restarted.orders.keys()]).toEqual(['a']);
  expect(restarted.webhooks).toEqual(state.webhooks);
  expect(restarted.known.has('customer')).toBe(true);
  restarted.addWebhook({ mode: 'sandbox', body: '{}', isForged: false, dueAtMs: 6 });
  expect(restarted.webhooks.map(({ id }) => id)).toEqual([1, 2]);
  expect(readFileSync(file, 'utf8')).toContain('"orders"');
});

test('only orders that ended are forgotten', () => {
  const state = new SimulatorState(null);
  state.add(orderOf('open', 'pendingPayment'));
  state.add(orderOf('ended', 'complete'));
  for (let index = 0; index < 2_000; index += 1) state.add(orderOf(`order-${index}`, 'expired'));
  expect(state.orders.size).toBe(2_000);
  expect(state.orders.has('open')).toBe(true);
  expect(state.orders.has('ended')).toBe(false);
});

function orderOf(id: string, status: SimulatedOrder['status']): SimulatedOrder {
  return { id, status } as SimulatedOrder;
}
