import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { retry } from '../../workflows/invoice.ts';
import { workflowIds } from '../../workflows/messages.ts';
import { openShop } from '../shop.fixture.ts';

const { temporalAddress } = inject('productServers');
const shop = openShop(inject('product'));

let client: Client;
beforeAll(async () => {
  client = new Client({ connection: await Connection.connect({ address: temporalAddress }) });
});
afterAll(() => client?.connection.close());

test('an operator sees whose invoice it is, what it waits for in words, and what became of it', async () => {
  const { id } = await shop.create({ gate_id: 'LTC' });
  const handle = client.workflow.getHandle(workflowIds.invoice(id));
  await expect.poll(() => isThere(id)).toBe(true);

  const { expires_at } = await shop.read(id);
  const { MerchantId, ...others } = await attributesOf(id);
  expect(MerchantId).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  expect(others).toEqual({ Network: ['LTC'] });
  const described = await handle.describe();
  expect(described.status.name).toBe('RUNNING');
  expect(await described.staticDetails()).toBe(
    `Asleep until after the deadline, ${expires_at}, unless there is something to do before.`,
  );

  const { txid } = await shop.pay(id, 'zero_conf');
  await expect.poll(async () => (await shop.read(id)).status).toBe('confirming');
  await handle.executeUpdate(retry, { args: [{ by: 'ann', note: 'The payer calls.' }] });
  expect(await detailsOf(id)).toContain('Paid. Waiting for confirmations on LTC.');
  expect(await detailsOf(id)).toContain(`Deadline: ${expires_at}`);

  await shop.makeBlocks('LTC', 6);
  await handle.result();
  expect(await attributesOf(id)).toMatchObject({ Status: ['done'], Asset: ['LTC'], TxId: [txid] });
  expect((await handle.describe()).historyLength).toBeLessThanOrEqual(25);
});

test('an operator finds the invoices of a merchant on a network, and by a status that they ended with, by a query', async () => {
  const { id } = await shop.create({ gate_id: 'XRP' });
  await expect.poll(() => isThere(id)).toBe(true);
  const [merchant] = (await attributesOf(id)).MerchantId ?? [];
  const found = async (query: string) => {
    const ids: string[] = [];
    for await (const each of client.workflow.list({ query: `MerchantId = "${merchant}" AND ${query}` })) {
      ids.push(each.workflowId);
    }
    return ids;
  };
  const waiting = () => found('Network = "XRP" AND ExecutionStatus = "Running"');
  await expect.poll(waiting, { interval: 250 }).toContain(workflowIds.invoice(id));
  await shop.pay(id, 'paid');
  // Status is a word of the query language too, so its name is quoted, as the Web UI quotes every name.
  const done = () => found('`Status` = "done" AND Network = "XRP"');
  await expect.poll(done, { interval: 250 }).toContain(workflowIds.invoice(id));
});

async function attributesOf(id: string): Promise<Record<string, unknown[] | undefined>> {
  const { searchAttributes } = await client.workflow.getHandle(workflowIds.invoice(id)).describe();
  return searchAttributes as Record<string, unknown[] | undefined>;
}

function isThere(id: string): Promise<boolean> {
  return attributesOf(id).then(
    () => true,
    () => false,
  );
}

/** The current details of a running workflow, as the Web UI shows them. */
async function detailsOf(id: string): Promise<string> {
  const handle = client.workflow.getHandle(workflowIds.invoice(id));
  const metadata = await handle.query<{ currentDetails?: string }>('__temporal_workflow_metadata');
  return metadata.currentDetails ?? '';
}
