import { expect, it } from 'vitest';
import { cardDesk } from '../../../db/card-orders/testing.fixture.ts';
import { select } from '../../../db/core/sql.ts';
import { inspect, PATIENCE_MS, withConsole } from '../console.fixture.ts';

const staff = withConsole();

it('lists purchases by card that need a decision; their alert leads there', { timeout: PATIENCE_MS }, async () => {
  const desk = cardDesk(staff.api.db);
  const shop = await staff.api.merchant();
  await desk.delivered(shop);
  const { id, txid } = await desk.sending(shop);
  await desk.step(id, { type: 'short', seen: { minor: 1n, txid, output: '0' } });
  const { page, leave } = await staff.deskOf('manager', 'Otto Kay');
  await page.getByRole('link', { name: 'Card purchases' }).click();
  await page.getByText('No purchase waits for a decision').waitFor();
  await page.getByRole('button', { name: 'Sandbox' }).click();
  await page.getByText('1 purchase', { exact: true }).waitFor();
  await inspect(page, 'card-purchases');
  await page.getByRole('link', { name: '€100.00' }).filter({ visible: true }).click();
  await page.getByText('Fewer coins arrived than were ordered.').waitFor();
  await inspect(page, 'card-purchase');
  await page.getByRole('link', { name: 'Open runbook' }).click();
  await page.getByRole('heading', { name: 'A purchase by card needs a decision' }).waitFor();

  const [alert] = await select<{ id: string }>(staff.api.db, 'SELECT id FROM alert WHERE subject = $1', [
    `card_order:${id}`,
  ]);
  await page.goto(`${staff.origin}/compliance/alerts/${alert?.id}`);
  await page.getByRole('link', { name: `card_order:${id}` }).click();
  await page.waitForURL(`**/compliance/card-orders/${id}`);
  await page.getByText(`partner-${id}`).waitFor();
  expect(await page.getByRole('heading', { name: '€100.00', level: 1 }).count()).toBe(1);
  await leave();
});
