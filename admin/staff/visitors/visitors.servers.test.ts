import { expect, it } from 'vitest';
import { execute } from '../../../db/core/sql.ts';
import { newId } from '../../../domain/ids.ts';
import { inspect, PATIENCE_MS, withConsole } from '../console.fixture.ts';

const staff = withConsole();

it('lists who applied for an account, and which help articles were useful', { timeout: PATIENCE_MS }, async () => {
  const { page, leave } = await staff.deskOf('compliance_officer', 'Ines Roth');
  await page.getByRole('link', { name: 'Visitors' }).click();
  await page.getByRole('heading', { name: 'Visitors', level: 1 }).waitFor();
  await page.getByText('No applications').waitFor();
  await execute(
    staff.api.db,
    `INSERT INTO account_application (id, token_hash, email, contact_handle, domain, industry, turnover, language,
       expires_at)
     VALUES ($1, $2, 'owner@quay.example', '@quay', 'quay.example', 'retail',
       '30k_to_100k', 'en', now() + interval '7 days')`,
    [newId(), Buffer.from(newId())],
  );
  await page.reload();
  await page.getByText('quay.example').filter({ visible: true }).first().waitFor();
  await page
    .getByText(/Retail · €30/)
    .filter({ visible: true })
    .first()
    .waitFor();
  await inspect(page, 'visitors-applications');

  await page.getByRole('link', { name: 'Help articles' }).click();
  await page.getByText('No answers in 90 days').waitFor();
  await execute(
    staff.api.db,
    `INSERT INTO article_answer (slug, day, useful, not_useful) VALUES
       ('request-a-payout', current_date, 3, 4), ('request-a-payout', current_date - 1, 1, 0),
       ('recovery-codes', current_date, 9, 1), ('mass-payouts', current_date - 90, 0, 50)`,
    [],
  );
  await page.reload();
  const articles = page.getByRole('link', { name: /^(Request a payout|Recovery codes|Mass payouts)$/ });
  await articles.filter({ visible: true }).first().waitFor();
  // The least useful first; what is older than 90 days does not count.
  expect(await articles.filter({ visible: true }).allTextContents()).toEqual(['Request a payout', 'Recovery codes']);
  await inspect(page, 'visitors-articles');
  await leave();
});

it('writes, tests and approves a product update by two people', { timeout: PATIENCE_MS }, async () => {
  const writer = await staff.deskOf('compliance_officer', 'Ines Roth');
  await writer.page.getByRole('link', { name: 'Product updates' }).click();
  await writer.page.getByText('No product updates').waitFor();
  await inspect(writer.page, 'updates-none');
  await writer.page.getByRole('button', { name: 'Write update' }).click();
  await writer.page.getByLabel('Subject').fill('Payouts leave at once');
  await writer.page.getByLabel('Text').fill('Payouts leave at once.\n\nMore soon.');
  await inspect(writer.page, 'update-write');
  await writer.page.getByRole('button', { name: 'Save draft' }).click();
  await writer.page.getByRole('heading', { name: 'Payouts leave at once', level: 1 }).waitFor();
  await writer.page.getByRole('button', { name: 'Send test to me' }).click();
  await writer.page.getByText('The test is on its way to you.').waitFor();
  expect(await writer.page.getByRole('button', { name: 'Approve and send' }).count()).toBe(0);
  await inspect(writer.page, 'update-draft');
  const path = new URL(writer.page.url()).pathname;
  await writer.leave();

  const manager = await staff.deskOf('manager', 'Otto Kay');
  await manager.page.goto(`${staff.origin}${path}`);
  await manager.page.getByRole('button', { name: 'Approve and send' }).click();
  await manager.page.getByRole('dialog').getByText('a few each minute').waitFor();
  await inspect(manager.page, 'update-approve');
  await manager.page.getByRole('dialog').getByRole('button', { name: 'Approve and send' }).click();
  await manager.page.getByText('Approved. It is being sent.').waitFor();
  await inspect(manager.page, 'update-sending');
  await manager.page.getByRole('button', { name: 'Stop sending' }).click();
  await manager.page.getByRole('dialog').getByRole('button', { name: 'Stop sending' }).click();
  await manager.page.getByText('Stopped', { exact: true }).filter({ visible: true }).first().waitFor();
  await manager.leave();
});
