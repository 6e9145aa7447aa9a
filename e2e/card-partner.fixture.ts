import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { simulatedAccount } from '../activities/card-partner/accounts.ts';
import {
  type CallFault,
  type CallScope,
  type CardBehavior,
  testCardOf,
} from '../activities/card-partner/simulator/faults.ts';
import { simulatorStateFile } from '../activities/card-partner/simulator/server.ts';
import type { SimulatedOrder } from '../activities/card-partner/simulator/state.ts';
import { encryptionKey } from '../scripts/start/secrets.ts';

/** The simulated partner of a product in sandbox: its orders as they are in its file, and what its owner may choose. */
export function openSimulatedPartner(publicUrl: string, dataDir: string) {
  const { cardPartner: cardSimulatorPort } = JSON.parse(readFileSync(join(dataDir, 'ports.json'), 'utf8')) as {
    readonly cardPartner: number;
  };
  const key = Buffer.from(encryptionKey(join(dataDir, 'encryption-key')), 'base64');
  const account = simulatedAccount(
    { publicUrl, cardSimulatorPort, cardPartner: undefined, encryptionKey: key },
    'sandbox',
  );
  const control = async (call: string, body: object): Promise<void> => {
    const answer = await fetch(`${account.url}/${account.partner}/control/${call}`, {
      method: 'POST',
      headers: { 'x-api-key': account.key },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`The simulated partner answered ${answer.status} to ${call}.`);
  };
  return {
    account,
    /** All orders that were made with a reference of ours. */
    ordersOf(reference: string): SimulatedOrder[] {
      const file = simulatorStateFile(dataDir);
      // It is written with the first order.
      if (!existsSync(file)) return [];
      const { orders } = JSON.parse(readFileSync(file, 'utf8')) as { orders: SimulatedOrder[] };
      return orders.filter((order) => order.reference === reference);
    },
    failNext: (scope: CallScope, ...faults: readonly CallFault[]) => control('faults', { scope, faults }),
    expire: (reference: string) => control('expire', { reference }),
    /** Sends the next form on the page of an order, as its customer. @returns whether none is left */
    async submitNext(order: SimulatedOrder, behavior: CardBehavior): Promise<boolean> {
      const { step, pageToken } = order;
      // A card that was declined, or let the order expire, is not entered again.
      if (order.behavior !== null || (step !== 'identity' && step !== 'card')) return true;
      const body = new URLSearchParams({ step, name: 'Nora Quay', number: testCardOf(behavior) });
      await (await fetch(`${account.url}/order/${pageToken}`, { method: 'POST', body })).text();
      return false;
    },
  };
}
