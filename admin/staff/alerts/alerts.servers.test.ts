import { expect, it } from 'vitest';
import { raiseAlert } from '../../../db/alerts/alerts.ts';
import { execute } from '../../../db/core/sql.ts';
import { inspect, PATIENCE_MS, withConsole } from '../console.fixture.ts';

const staff = withConsole();

it('shows alerts as they come, and acknowledges one by keyboard alone', { timeout: PATIENCE_MS }, async () => {
  await execute(staff.api.db, 'DELETE FROM alert');
  const { page, leave } = await staff.deskOf('manager', 'Otto Kay');
  const rooms = page.getByRole('navigation', { name: 'Console' });
  await rooms.getByRole('link', { name: 'Alerts' }).click();
  await page.getByText('No open alerts').waitFor();
  await inspect(page, 'alerts-empty');
  const all = page.getByRole('link', { name: 'View all alerts' });
  await all.click();
  await all.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Not resolved' }).click();
  await all.waitFor();

  await raiseAlert(staff.api.db, { kind: 'custody_surplus', subject: 'production:LTC', message: '0.1 LTC too many.' });
  await raiseAlert(staff.api.db, { kind: 'trial_balance', subject: 'ledger', message: 'Account 7 is off by 3.' });
  await execute(
    staff.api.db,
    `UPDATE alert_notice n SET state = 'delivered', attempts = 1, first_attempt_at = now(), delivered_at = now(),
       sent_to = '{ops@pay.test}' FROM alert a WHERE a.id = n.alert_id AND n.channel = 'mail'`,
  );
  await execute(
    staff.api.db,
    `UPDATE alert_notice SET attempts = 3, first_attempt_at = now(), last_error = '503' WHERE channel = 'webhook'`,
  );
  await execute(
    staff.api.db,
    `INSERT INTO alert_notice (alert_id, channel, stage)
     SELECT id, 'pagerduty', 'escalated_1' FROM alert WHERE kind = 'trial_balance'`,
  );
  // Nothing was pressed: the list is read again by itself.
  const books = page.getByRole('link', { name: 'The books do not balance' }).filter({ visible: true });
  await books.waitFor();
  await page.reload();
  await rooms.getByRole('link', { name: 'Alerts 1' }).waitFor();
  await inspect(page, 'alerts');
  expect(await page.locator('tbody th').allTextContents()).toEqual([
    'The books do not balance',
    'More coins than books',
  ]);
  // Alerts that are not resolved need no filter by status.
  const byStatus = page.getByRole('button', { name: 'Status' });
  await page.getByRole('link', { name: 'All', exact: true }).click();
  await byStatus.waitFor();
  await page.getByRole('link', { name: 'Not resolved' }).click();
  await byStatus.waitFor({ state: 'detached' });

  await books.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'The books do not balance', level: 1 }).waitFor();
  await page.getByText('Not delivered yet: 503').waitFor();
  await page.getByText('Delivered to ops@pay.test').waitFor();
  await inspect(page, 'alert');
  await page.getByRole('button', { name: 'Acknowledge' }).focus();
  await page.keyboard.press('Enter');
  const note = page.getByLabel('What are you doing about it?');
  await note.waitFor();
  await inspect(page, 'alert-acknowledge');
  expect(await note.evaluate((field) => field === document.activeElement)).toBe(true);
  const submit = async () => {
    for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
  };
  await submit();
  await page.getByText('A note is required.').waitFor();
  expect(await note.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type('Comparing account 7.');
  await submit();
  await page.getByText('Acknowledged. It no longer escalates.').waitFor();
  await page.getByText('Acknowledged by Otto Kay (Manager)').waitFor();
  await rooms.getByRole('link', { name: 'Alerts', exact: true }).waitFor();
  await inspect(page, 'alert-acknowledged');
  await leave();

  const overseer = await staff.deskOf('representative', 'Ines Holm');
  await overseer.page.goto(`${staff.origin}/compliance/alerts?kind=custody_surplus`);
  await overseer.page.getByRole('link', { name: 'More coins than books' }).click();
  await overseer.page.getByText('An MLRO or a manager can do so.').waitFor();
  expect(await overseer.page.getByRole('button', { name: 'Acknowledge' }).count()).toBe(0);
  await overseer.page.getByRole('link', { name: 'production:LTC' }).click();
  await overseer.page.getByRole('heading', { name: 'Custody', level: 1 }).waitFor();
  await overseer.page.goto(`${staff.origin}/compliance/alerts/runbooks/custody_missing`);
  await overseer.page.getByRole('link', { name: 'Fewer coins than books' }).waitFor();
  await inspect(overseer.page, 'runbook');
  await overseer.leave();
});
