import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { createTestDatabase, type TestDatabase } from '../../scripts/testing/database.ts';
import { until } from '../../scripts/testing/until.ts';
import { migrationFiles } from '../schema/migration-files.ts';

const MIGRATION = '0275-site-tickets.sql';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  for (const { sql } of migrationFiles().filter(({ name }) => name < MIGRATION)) await client.query(sql());
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

const rows = async (sql: string, bind: readonly unknown[]) => (await client.query(sql, [...bind])).rows;
const migrate = () =>
  client.query(
    migrationFiles()
      .find(({ name }) => name === MIGRATION)
      ?.sql() ?? '',
  );

let references = 0;
function newReference(): string {
  references += 1;
  return `TG-${String(22_222_222 + references).replaceAll(/[01]/g, 'Z')}`;
}

/** As a process of the last release keeps a form. */
async function keep(more: { kind?: string; reference?: string; email?: string; age?: string; spam?: boolean } = {}) {
  const { kind = 'contact-us', reference = newReference(), age = '0 days', spam = false } = more;
  const [id, email] = [newId(), more.email ?? `${newId()}@Shop.Example`];
  await client.query(
    `INSERT INTO contact_message (id, kind, reference, name, email, subject, message, details, was_proven, form_hash,
       content_hash, created_at, updated_at, spam_at)
     VALUES ($1, $2, $3, 'Ada', $4, 'Settlement', 'When does it arrive?', '{"company": "Quay"}', true, $5, '',
       now() - $6::interval, now() - $6::interval, CASE WHEN $7::boolean THEN now() END)
     ON CONFLICT (form_hash) DO NOTHING`,
    [id, kind, reference, email, Buffer.from(id), age, spam],
  );
  return { id, reference, email };
}

async function staffMember(): Promise<string> {
  const id = newId();
  await client.query(`INSERT INTO staff_user (id, email, full_name, role) VALUES ($1, $2, 'Ines Roth', 'manager')`, [
    id,
    `${id}@staff.test`,
  ]);
  return id;
}

/** As it keeps an answer of staff. */
async function answer(messageId: string, staffId: string): Promise<string> {
  const id = newId();
  await client.query(
    `INSERT INTO contact_answer (id, message_id, staff_id, staff_name, text)
     VALUES ($1, $2, $3, 'Ines Roth', 'Today.')`,
    [id, messageId, staffId],
  );
  await client.query('UPDATE contact_message SET answered_at = now(), assignee_id = $2 WHERE id = $1', [
    messageId,
    staffId,
  ]);
  return id;
}

const ticketSql = `
  SELECT reference, source, topic, email, details, was_proven, assignee_id, asked_at IS NOT NULL AS waits,
    answered_at IS NOT NULL AS answered, closed_at IS NOT NULL AS closed, spam_at IS NOT NULL AS spam,
    created_at < now() - interval '20 days' AS old
  FROM ticket WHERE id = $1`;
const threadOf = (id: string) =>
  rows('SELECT id, author, name, text FROM ticket_message WHERE ticket_id = $1 ORDER BY created_at, id', [id]);

describe('messages of visitors', () => {
  test('of before are tickets with their answers, reference and time', async () => {
    const ines = await staffMember();
    const [waiting, answered, spam] = [await keep({ age: '30 days' }), await keep(), await keep({ spam: true })];
    const answerId = await answer(answered.id, ines);
    const double = await keep({ reference: waiting.reference });
    const strange = await keep({ reference: 'TG' });
    const applied = await keep({ kind: 'contact-us-partner' });
    await client.query(
      `INSERT INTO partner (id, kind, status, reference, name, email, website)
       VALUES ($1, 'partner', 'declined', $2, 'Ada', $3, 'quay.example')`,
      [newId(), applied.reference, applied.email.toLowerCase()],
    );
    await migrate();

    expect(await rows(ticketSql, [waiting.id])).toEqual([
      {
        reference: waiting.reference,
        source: 'site',
        topic: 'contact-us',
        email: waiting.email.toLowerCase(),
        details: { company: 'Quay' },
        was_proven: true,
        assignee_id: null,
        waits: true,
        answered: false,
        closed: false,
        spam: false,
        old: true,
      },
    ]);
    expect(await threadOf(waiting.id)).toEqual([
      { id: waiting.id, author: 'customer', name: 'Ada', text: 'When does it arrive?' },
    ]);
    expect(await rows(ticketSql, [answered.id])).toMatchObject([{ waits: false, answered: true, assignee_id: ines }]);
    expect(await threadOf(answered.id)).toMatchObject([
      { author: 'customer' },
      { id: answerId, author: 'staff', name: 'Ines Roth', text: 'Today.' },
    ]);
    expect(await rows(ticketSql, [spam.id])).toMatchObject([{ spam: true }]);
    expect(await rows(ticketSql, [applied.id])).toMatchObject([
      { topic: 'contact-us-partner', waits: false, closed: true },
    ]);
    // A reference that names another ticket already, or is none, is replaced: nothing is lost.
    for (const { id } of [double, strange]) {
      const [ticket] = await rows(ticketSql, [id]);
      expect(ticket).toMatchObject({ reference: expect.stringMatching(/^TG-[2-9A-HJ-NP-Z]{8}$/), waits: true });
      expect(ticket?.reference).not.toBe(waiting.reference);
    }
  });

  test('that processes of the last release keep and answer meanwhile are tickets at once', async () => {
    const ines = await staffMember();
    const { id, reference } = await keep();
    expect(await rows(ticketSql, [id])).toMatchObject([{ reference, waits: true }]);
    const answerId = await answer(id, ines);
    expect(await rows(ticketSql, [id])).toMatchObject([{ waits: false, answered: true, assignee_id: ines }]);
    expect((await threadOf(id)).map((message) => message.id)).toEqual([id, answerId]);
    await client.query('UPDATE contact_message SET spam_at = now() WHERE id = $1', [id]);
    expect(await rows(ticketSql, [id])).toMatchObject([{ spam: true }]);
    await client.query('DELETE FROM contact_message WHERE id = $1', [id]);
    expect(await threadOf(id)).toHaveLength(2);
  });

  /** As a process of this release keeps a form, and a reply by email. */
  async function open({ reference = newReference(), text = 'When does it arrive?' } = {}) {
    const [id, email] = [newId(), `${newId()}@shop.example`];
    await client.query(
      `INSERT INTO ticket (id, reference, source, topic, name, email, subject, priority, asked_at)
       VALUES ($1, $2, 'site', 'contact-us', 'Ada', $3, 'Settlement', 'normal', now())`,
      [id, reference, email],
    );
    await say(id, text);
    return { id, reference, email };
  }
  async function say(ticketId: string, text: string): Promise<void> {
    await client.query(
      `INSERT INTO ticket_message (id, ticket_id, author, name, text) VALUES ($1, $2, 'customer', 'Ada', $3)`,
      [newId(), ticketId, text],
    );
    await client.query('UPDATE ticket SET asked_at = coalesce(asked_at, now()) WHERE id = $1', [ticketId]);
  }

  test('that were sent to processes of both releases are one ticket, which has the answer', async () => {
    const { id, reference, email } = await open();
    const old = await keep({ reference, email });
    const ines = await staffMember();
    const answerId = await answer(old.id, ines);
    expect(await rows('SELECT id FROM ticket WHERE email = $1', [email])).toEqual([{ id }]);
    expect((await threadOf(id)).slice(1)).toEqual([
      { id: answerId, author: 'staff', name: 'Ines Roth', text: 'Today.' },
    ]);
    expect(await rows(ticketSql, [id])).toMatchObject([{ waits: false, answered: true, assignee_id: ines }]);
    await client.query('UPDATE contact_message SET spam_at = now() WHERE id = $1', [old.id]);
    expect(await rows(ticketSql, [id])).toMatchObject([{ spam: true }]);
  });

  test('that were sent to processes of both releases with other words keep both', async () => {
    const { id, reference, email } = await open({ text: 'Where is it?' });
    await client.query('UPDATE ticket SET closed_at = now(), asked_at = NULL WHERE id = $1', [id]);
    const old = await keep({ reference, email });
    expect(await threadOf(id)).toMatchObject([
      { text: 'Where is it?' },
      { id: old.id, author: 'customer', name: 'Ada', text: 'When does it arrive?' },
    ]);
    expect(await rows(ticketSql, [id])).toMatchObject([{ waits: true, closed: false }]);
    // The console of the last release shows the second one alone.
    await answer(old.id, await staffMember());
    expect(await rows(ticketSql, [id])).toMatchObject([{ waits: true, answered: true }]);
  });

  test('whose customer wrote more meanwhile go on waiting after an answer by the console of the last release', async () => {
    const { id } = await keep();
    await say(id, 'And where is the other one?');
    const ines = await staffMember();
    await answer(id, ines);
    expect(await rows(ticketSql, [id])).toMatchObject([{ waits: true, answered: true, assignee_id: ines }]);
  });

  test('see a reply that comes while that console answers', async () => {
    const [{ id }, ines] = [await keep(), await staffMember()];
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    try {
      // As a worker takes a reply by email: nothing of it is seen before its commit.
      await other.query('BEGIN');
      await other.query('SELECT FROM ticket WHERE id = $1 FOR UPDATE', [id]);
      await other.query(
        `INSERT INTO ticket_message (id, ticket_id, author, name, text)
         VALUES ($1, $2, 'customer', 'Ada', 'And then?')`,
        [newId(), id],
      );
      const answered = answer(id, ines);
      await until(async () => {
        const sql = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        return ((await other.query(sql)).rowCount ?? 0) > 0;
      }, 'the answer waits for the ticket');
      await other.query('COMMIT');
      await answered;
    } finally {
      await other.end();
    }
    expect(await rows(ticketSql, [id])).toMatchObject([{ waits: true, answered: true }]);
  });

  test('keep what the new console did, whatever else is changed in the one of the last release', async () => {
    const [ines, otto, cleo] = [await staffMember(), await staffMember(), await staffMember()];
    const { id } = await keep();
    await client.query('UPDATE ticket SET assignee_id = $2, spam_at = now() WHERE id = $1', [id, otto]);
    await client.query('UPDATE contact_message SET assignee_id = $2, spam_at = spam_at WHERE id = $1', [id, cleo]);
    expect(await rows(ticketSql, [id])).toMatchObject([{ assignee_id: cleo, spam: true }]);
    await client.query('UPDATE ticket SET assignee_id = $2 WHERE id = $1', [id, otto]);
    await client.query('UPDATE contact_message SET spam_at = now() WHERE id = $1', [id]);
    await client.query('UPDATE contact_message SET spam_at = NULL WHERE id = $1', [id]);
    expect(await rows(ticketSql, [id])).toMatchObject([{ assignee_id: otto, spam: false }]);
    // Nobody had the message there, but somebody has the ticket.
    await client.query('UPDATE contact_message SET assignee_id = NULL WHERE id = $1', [id]);
    await client.query('UPDATE ticket SET assignee_id = $2 WHERE id = $1', [id, otto]);
    await answer(id, ines);
    expect(await rows(ticketSql, [id])).toMatchObject([{ assignee_id: otto, waits: false }]);
  });
});
