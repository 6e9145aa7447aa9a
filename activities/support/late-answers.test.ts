import { beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../../db/core/sequelize.ts';
import { execute, select } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { makeStaff } from '../../db/staff/staff.fixture.ts';
import { answerTicket, markTicketSpam } from '../../db/support/act.ts';
import type { TicketRow } from '../../db/support/rows.ts';
import { openTicket } from '../../db/support/write.ts';
import { newId } from '../../domain/ids.ts';
import { answerDueMs, NEW_TICKET } from '../../domain/support/ticket.ts';
import { checkLateAnswers, MOST_ALERTS } from './late-answers.ts';

const { db } = await openTestDatabase();
const HOUR_MS = 3_600_000;
const START_MS = Date.parse('2026-11-30T08:00:00.000Z');
const answerHours = 24;

beforeEach(() => execute(db, 'DELETE FROM ticket; DELETE FROM alert_notice; DELETE FROM alert', []));

async function open(nowMs: number) {
  const { row } = await inTransaction(db, (tx) =>
    openTicket(tx, {
      source: 'mail',
      merchantId: null,
      userId: null,
      about: null,
      name: 'Ada Lovelace',
      email: `${newId()}@payer.example`,
      language: 'en',
      subject: 'A secret matter',
      message: { id: newId(), text: 'Where is it?' },
      nowMs,
    }),
  );
  return row;
}

async function deskOf(id: string, nowMs: number) {
  const member = await makeStaff(db, 'manager');
  const actor = { kind: 'staff', id: member.id, name: member.fullName } as const;
  return { id, member, actor, origin: null, nowMs };
}

const check = (nowMs: number) => checkLateAnswers({ db, answerHours, nowMs: () => nowMs });
const alerts = () =>
  select<{ subject: string; message: string; open: boolean }>(
    db,
    `SELECT subject, message, resolved_at IS NULL AS open FROM alert WHERE kind = 'tickets_late'
     ORDER BY created_at, id`,
    [],
  );

test('an answer that is late by a minute raises one alert about its ticket, which ends with the answer', async () => {
  const [first, second] = [await open(START_MS), await open(START_MS + HOUR_MS)];
  const dueMs = answerDueMs({ ...NEW_TICKET, waitingSinceMs: START_MS }, answerHours) ?? 0;
  await check(dueMs - 1);
  expect(await alerts()).toEqual([]);
  await check(dueMs);
  await check(dueMs + 60_000);
  const [alert, ...others] = await alerts();
  expect(others).toEqual([]);
  expect(alert?.message).toBe(
    `The ticket ${first.reference} waits for more than the promised 24 hours for an answer, ` +
      'since 2026-11-30T08:00:00.000Z.',
  );
  expect(alert?.message).not.toMatch(/Ada|secret/);

  // The first one stays late: the second one has an alert of its own all the same.
  const nowMs = dueMs + 2 * HOUR_MS;
  await check(nowMs);
  expect(await alerts()).toMatchObject([
    { subject: `ticket:${first.id}`, open: true },
    { subject: `ticket:${second.id}`, open: true, message: expect.stringContaining(second.reference) },
  ]);
  const answer = { messageId: newId(), text: 'There.', seen: 1, needsCustomer: false };
  await inTransaction(db, async (tx) => answerTicket(tx, { ...(await deskOf(first.id, nowMs)), ...answer }));
  await check(nowMs);
  expect(await alerts()).toMatchObject([{ open: false }, { open: true }]);
  await inTransaction(db, async (tx) => markTicketSpam(tx, { ...(await deskOf(second.id, nowMs)), isSpam: true }));
  await check(nowMs);
  expect(await alerts()).toMatchObject([{ open: false }, { open: false }]);
});

test('of many late tickets, those that have waited longest have alerts', async () => {
  const rows: TicketRow[] = [];
  for (let at = 0; at < MOST_ALERTS + 2; at += 1) rows.push(await open(START_MS + at * 1_000));
  const nowMs = START_MS + 30 * HOUR_MS;
  await check(nowMs);
  const subjects = async () => (await alerts()).filter((alert) => alert.open).map(({ subject }) => subject);
  expect(await subjects()).toEqual(rows.slice(0, MOST_ALERTS).map(({ id }) => `ticket:${id}`));
  // The next one takes the place of one that is answered.
  const answer = { messageId: newId(), text: 'There.', seen: 1, needsCustomer: false };
  await inTransaction(db, async (tx) => answerTicket(tx, { ...(await deskOf(rows[0]?.id ?? '', nowMs)), ...answer }));
  await check(nowMs);
  expect(await subjects()).toEqual(rows.slice(1, MOST_ALERTS + 1).map(({ id }) => `ticket:${id}`));
});
