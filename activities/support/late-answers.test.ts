import { beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../../db/core/sequelize.ts';
import { execute, select } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { makeStaff } from '../../db/staff/staff.fixture.ts';
import { answerTicket, markTicketSpam } from '../../db/support/act.ts';
import { openTicket } from '../../db/support/write.ts';
import { newId } from '../../domain/ids.ts';
import { answerDueMs, NEW_TICKET } from '../../domain/support/ticket.ts';
import { checkLateAnswers } from './late-answers.ts';

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
  select<{ message: string; open: boolean }>(
    db,
    `SELECT message, resolved_at IS NULL AS open FROM alert WHERE kind = 'tickets_late' ORDER BY created_at`,
    [],
  );

test('an answer that is late by a minute raises one alert, which ends with the last answer', async () => {
  const [first, second] = [await open(START_MS), await open(START_MS + HOUR_MS)];
  const dueMs = answerDueMs({ ...NEW_TICKET, waitingSinceMs: START_MS }, answerHours) ?? 0;
  await check(dueMs - 1);
  expect(await alerts()).toEqual([]);
  await check(dueMs);
  await check(dueMs + 60_000);
  const [alert, ...others] = await alerts();
  expect(others).toEqual([]);
  expect(alert?.message).toBe(
    `The ticket ${first.reference} waits for more than the promised 24 hours for an answer, since 2026-11-30T08:00:00.000Z.`,
  );
  expect(alert?.message).not.toMatch(/Ada|secret/);

  const nowMs = dueMs + 2 * HOUR_MS;
  const answer = { messageId: newId(), text: 'There.', seen: 1, needsCustomer: false };
  await inTransaction(db, async (tx) => answerTicket(tx, { ...(await deskOf(first.id, nowMs)), ...answer }));
  await check(nowMs);
  expect(await alerts()).toMatchObject([{ open: true }]);
  await inTransaction(db, async (tx) => markTicketSpam(tx, { ...(await deskOf(second.id, nowMs)), isSpam: true }));
  await check(nowMs);
  expect(await alerts()).toMatchObject([{ open: false }]);
});

test('several are one alert, with the one that has waited longest', async () => {
  const first = await open(START_MS);
  await open(START_MS + HOUR_MS);
  await check(START_MS + 30 * HOUR_MS);
  const [alert] = await alerts();
  expect(alert?.message).toContain(
    `2 tickets wait for more than the promised 24 hours for an answer, the longest, ${first.reference}`,
  );
});
