import { expect, it } from 'vitest';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { select } from '../../../db/core/sql.ts';
import { applyAsPartner } from '../../../db/partners/apply.ts';
import { openSiteTicket } from '../../../db/support/site.ts';
import { openTicket } from '../../../db/support/write.ts';
import { newId } from '../../../domain/ids.ts';
import { inspect, PATIENCE_MS, withConsole } from '../console.fixture.ts';

const staff = withConsole();

/** A proposal by the form of the public pages, with the application that it makes. */
async function proposal(): Promise<string> {
  const entry = {
    kind: 'contact-us-partner',
    name: 'Grace Quay',
    email: 'grace@quay.example',
    subject: 'A partnership',
    message: 'Shall we work together?',
    details: { company: 'Quay GmbH', website: 'quay.example' },
  } as const;
  const form = { entry, reference: 'TG-7K2M9QXA', wasProven: false, language: 'en', nowMs: Date.now() } as const;
  return inTransaction(staff.api.db, async (tx) => {
    await applyAsPartner(tx, form);
    return openSiteTicket(tx, form);
  });
}

async function ticket(subject: string, text: string): Promise<string> {
  const { row } = await inTransaction(staff.api.db, (tx) =>
    openTicket(tx, {
      source: 'mail',
      merchantId: null,
      userId: null,
      about: null,
      name: 'Ada Lovelace',
      email: 'ada@payer.example',
      language: 'en',
      subject,
      message: { id: newId(), text },
      nowMs: Date.now(),
    }),
  );
  return row.id;
}

it('lists what waits, shows it as text, and answers, notes, assigns and closes', { timeout: PATIENCE_MS }, async () => {
  const hostile = '<img src=x onerror=alert(1)> https://evil.example/login\n\nWhere is my refund?';
  const id = await ticket('A refund', hostile);
  const { page, leave } = await staff.deskOf('compliance_officer', 'Ines Roth');
  await page.getByRole('link', { name: /Tickets/ }).click();
  await page.getByRole('heading', { name: 'Tickets', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'A refund' }).filter({ visible: true }).waitFor();
  await inspect(page, 'tickets-open');
  await page.getByRole('link', { name: 'A refund' }).filter({ visible: true }).click();
  await page.getByText('Where is my refund?').waitFor();
  expect(await page.locator('a[href*="evil"], img[src="x"]').count()).toBe(0);
  await page.getByRole('combobox', { name: 'Assignee' }).selectOption({ label: 'Ines Roth' });
  await page.getByRole('button', { name: 'Assign' }).click();
  await page.getByText('Ticket assigned').waitFor();
  await page.getByRole('textbox', { name: 'Internal note' }).fill('Asked before');
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByText('Internal note by Ines Roth').waitFor();
  const answer = page.getByRole('textbox', { name: 'Answer', exact: true });
  await answer.fill('It was sent today.');
  await page.getByRole('button', { name: 'Save as answer' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Sent today');
  await dialog.getByRole('button', { name: 'Save as answer' }).click();
  await dialog.waitFor({ state: 'detached' });
  await inspect(page, 'ticket-assigned');
  await page.getByRole('button', { name: 'Send answer' }).click();
  await page.getByText('Answered, and sent to ada@payer.example').waitFor();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByText('Closed', { exact: true }).filter({ visible: true }).first().waitFor();
  await inspect(page, 'ticket-closed');
  const thread = await select<{ author: string; text: string }>(
    staff.api.db,
    'SELECT author, text FROM ticket_message WHERE ticket_id = $1 ORDER BY created_at, id',
    [id],
  );
  expect(thread).toEqual([
    { author: 'customer', text: hostile },
    { author: 'note', text: 'Asked before' },
    { author: 'staff', text: 'It was sent today.' },
  ]);
  const saved = await select<{ title: string }>(staff.api.db, 'SELECT title FROM saved_answer', []);
  expect(saved).toEqual([{ title: 'Sent today' }]);
  await leave();
});

it('shows what a form of the public pages said, with the application it made', { timeout: PATIENCE_MS }, async () => {
  const reference = await proposal();
  const { page, leave } = await staff.deskOf('manager', 'Otto Kay');
  await page.getByRole('link', { name: /Partners/ }).click();
  await page.getByRole('link', { name: 'Grace Quay' }).filter({ visible: true }).click();
  await page.getByRole('link', { name: reference }).click();
  await page.getByText('Shall we work together?').waitFor();
  for (const said of ['Partnership form', 'Quay GmbH', 'Without a script']) await page.getByText(said).waitFor();
  await inspect(page, 'ticket-partnership');
  // Emails to support of earlier versions name the page of the message, which has the id of its ticket.
  const path = new URL(page.url()).pathname;
  await page.goto(`${staff.origin}${path.replace('tickets', 'contacts')}`);
  await page.getByText('Shall we work together?').waitFor();
  expect(new URL(page.url()).pathname).toBe(path);
  await leave();
});

it('changes and deletes saved answers, and shows what somebody else changed meanwhile', {
  timeout: PATIENCE_MS,
}, async () => {
  const first = await staff.deskOf('compliance_officer', 'Ines Roth');
  await first.page.goto(`${staff.origin}/compliance/tickets`);
  await first.page.getByRole('link', { name: 'Saved answers' }).click();
  await first.page.getByRole('button', { name: 'Add answer' }).click();
  await first.page.getByRole('textbox', { name: 'Title' }).fill('Refund times');
  await first.page.getByRole('textbox', { name: 'Text' }).fill('Within an hour.');
  await first.page.getByRole('button', { name: 'Save', exact: true }).click();
  await first.page.getByText('Within an hour.').waitFor();
  await inspect(first.page, 'saved-answers');

  const second = await staff.deskOf('manager', 'Otto Kay');
  await second.page.goto(`${staff.origin}/compliance/saved-answers`);
  await second.page.getByRole('button', { name: 'Edit Refund times' }).click();
  await first.page.getByRole('button', { name: 'Edit Refund times' }).click();
  await first.page.getByRole('textbox', { name: 'Text' }).fill('Within two hours.');
  await first.page.getByRole('button', { name: 'Save', exact: true }).click();
  await first.page.getByText('Within two hours.').waitFor();

  const dialog = second.page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Within a day.');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.getByText('Ines Roth changed this answer meanwhile.').waitFor();
  await dialog.getByText('Within two hours.').waitFor();
  expect(await dialog.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('Within a day.');
  await inspect(second.page, 'saved-answer-changed-meanwhile');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await second.page.getByText('Changed by Otto Kay').waitFor();
  await second.page.getByRole('button', { name: 'Delete Refund times' }).click();
  await inspect(second.page, 'saved-answer-delete');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });

  await first.page.getByRole('button', { name: 'Delete Refund times' }).click();
  await first.page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await first.page.getByText('Somebody deleted this answer meanwhile.').waitFor();
  await first.leave();
  await second.leave();
});
