import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { workflowIds } from '../../workflows/messages.ts';
import { openShop } from '../shop.fixture.ts';

const { temporalAddress } = inject('productServers');
const shop = openShop(inject('product'));

let client: Client;
beforeAll(async () => {
  client = new Client({ connection: await Connection.connect({ address: temporalAddress }) });
});
afterAll(() => client?.connection.close());

test('an operator sees whose invoice it is, its status and network, what it waits for in words, and until when', async () => {
  const { id } = await shop.create({ gate_id: 'LTC' });
  const handle = client.workflow.getHandle(workflowIds.invoice(id));
  await expect.poll(() => statusOf(id), { timeout: 30_000 }).toBe('pending');

  const { expires_at } = await shop.read(id);
  expect(await attributesOf(id)).toMatchObject({ Status: ['pending'], Network: ['LTC'], Asset: ['LTC'] });
  expect((await attributesOf(id)).MerchantId).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  expect((await attributesOf(id)).ExpiresAt).toEqual([new Date(expires_at)]);
  const waiting = await detailsOf(id);
  expect(waiting).toContain('Waiting for LTC on LTC until the deadline.');
  expect(waiting).toContain(`Deadline: ${expires_at}`);
  expect((await handle.describe()).status.name).toBe('RUNNING');

  const { txid } = await shop.pay(id, 'zero_conf');
  await expect.poll(() => statusOf(id), { timeout: 30_000 }).toBe('confirming');
  expect(await attributesOf(id)).toMatchObject({ TxId: [txid] });
  expect(await detailsOf(id)).toContain('Paid. Waiting for confirmations on LTC.');

  await shop.makeBlocks('LTC', 6);
  await handle.result();
  expect(await attributesOf(id)).toMatchObject({ Status: ['done'] });
  expect((await handle.describe()).historyLength).toBeLessThanOrEqual(25);
});

test('an operator finds the invoices of a merchant in a status by a query', async () => {
  const { id } = await shop.create({ gate_id: 'XRP' });
  await expect.poll(() => statusOf(id), { timeout: 30_000 }).toBe('pending');
  const [merchant] = (await attributesOf(id)).MerchantId ?? [];
  // Status is a word of the query language too, so its name is quoted, as the Web UI quotes every name.
  const query = `MerchantId = "${merchant}" AND \`Status\` = "pending" AND Network = "XRP" AND ExecutionStatus = "Running"`;
  const found = async () => {
    const ids: string[] = [];
    for await (const each of client.workflow.list({ query })) ids.push(each.workflowId);
    return ids;
  };
  await expect.poll(found, { timeout: 20_000, interval: 250 }).toContain(workflowIds.invoice(id));
});

async function attributesOf(id: string): Promise<Record<string, unknown[] | undefined>> {
  const { searchAttributes } = await client.workflow.getHandle(workflowIds.invoice(id)).describe();
  return searchAttributes as Record<string, unknown[] | undefined>;
}

/** Undefined while the workflow is not there yet. */
async function statusOf(id: string): Promise<unknown> {
  return attributesOf(id).then(
    ({ Status }) => Status?.[0],
    () => undefined,
  );
}

/** What the Web UI shows as the current details of a running workflow. */
async function detailsOf(id: string): Promise<string> {
  const handle = client.workflow.getHandle(workflowIds.invoice(id));
  const metadata = await handle.query<{ currentDetails?: string }>('__temporal_workflow_metadata');
  return metadata.currentDetails ?? '';
}
