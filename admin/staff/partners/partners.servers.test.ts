import { expect, it } from 'vitest';
import { mailsTo } from '../../../api/testing/mails.fixture.ts';
import { execute, select } from '../../../db/core/sql.ts';
import { partnersTable } from '../../../db/partners/rows.ts';
import { partnerDesk } from '../../../db/partners/testing.fixture.ts';
import { inspect, PATIENCE_MS, withConsole } from '../console.fixture.ts';

const staff = withConsole();

it('reviews an application, and decides about a merchant with a signal', { timeout: PATIENCE_MS }, async () => {
  const desk = partnerDesk(staff.api.db);
  const id = await desk.applied({ name: 'Ada Reach' });
  const partner = await desk.active({ name: 'Vera Long' });
  const merchant = await desk.stranger();
  await execute(staff.api.db, `UPDATE app_user SET full_name = 'Vera Long' WHERE id = $1`, [merchant.user.id]);
  await desk.come(merchant, { linkId: partner.link.id });
  await desk.charge(merchant, 123_450n);
  await desk.share();

  const { page, leave } = await staff.deskOf('manager', 'Ines Roth');
  await page.getByRole('link', { name: 'Partners' }).click();
  await page.getByRole('heading', { name: 'Partners', level: 1 }).waitFor();
  await inspect(page, 'partners-applications');
  await page.getByRole('link', { name: 'Ada Reach' }).filter({ visible: true }).click();
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('The channel shows 25,000 subscribers.');
  await inspect(page, 'partner-approve');
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Agreement sent').filter({ visible: true }).first().waitFor();
  expect(await partnersTable.findOne(staff.api.db, { id })).toMatchObject({
    status: 'approved',
    evidence: 'The channel shows 25,000 subscribers.',
  });

  await page.goto(`${staff.origin}/compliance/partners/${partner.id}`);
  await page.getByText('same name of a person').waitFor();
  await inspect(page, 'partner-with-signal');
  await page.getByRole('button', { name: 'Let count' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Two people of one name.');
  await page.getByRole('dialog').getByRole('button', { name: 'Let count' }).click();
  await page.getByText('Counts', { exact: true }).filter({ visible: true }).first().waitFor();
  expect(await desk.books(partner.id)).toMatchObject({ earned: 12_345n });
  await inspect(page, 'partner-counted');
  await leave();

  const mail = (await mailsTo(staff.api, (await partnersTable.findOne(staff.api.db, { id }))?.email ?? '')).at(-1);
  const token = String((mail?.values as { url?: string } | undefined)?.url).split('#token=')[1];
  const account = await desk.stranger();
  const [user] = await select<{ email: string }>(staff.api.db, 'SELECT email FROM app_user WHERE id = $1', [
    account.user.id,
  ]);
  const { page: own } = await staff.open();
  await own.goto(`${staff.origin}/auth/sign-in`);
  await own.getByRole('textbox', { name: 'Email' }).fill(user?.email ?? '');
  await own.locator('input[type=password]').fill(account.user.password);
  await own.keyboard.press('Enter');
  await own.waitForURL(/dashboard/);
  await own.goto(`${staff.origin}/partner-program#token=${token}`);
  await own.getByText('Ada Reach, you earn 10% of the fees').waitFor();
  await inspect(own, 'partner-agreement');
  await own.getByRole('checkbox', { name: /I accept this agreement/ }).check();
  await own.getByRole('button', { name: 'Accept' }).click();
  await own.getByRole('heading', { name: 'Earnings' }).waitFor();
  await own.getByRole('img', { name: 'QR code of My link' }).waitFor();
  await own.getByRole('button', { name: 'Add link' }).click();
  await own.getByRole('textbox', { name: 'Name' }).fill('Newsletter');
  await own.getByRole('dialog').getByRole('button', { name: 'Add link' }).click();
  await own.getByRole('img', { name: 'QR code of Newsletter' }).waitFor();
  await inspect(own, 'partner-rooms');
  await own.context().close();
});
