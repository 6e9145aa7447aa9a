import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { execute, one, select } from '../../../db/core/sql.ts';
import { EVIDENCE } from '../../../db/partners/testing.fixture.ts';
import { lockTicket } from '../../../db/support/state.ts';
import { addReply } from '../../../db/support/write.ts';
import { newId } from '../../../domain/ids.ts';
import { QUESTION, visitorForms } from '../../testing/contact.fixture.ts';
import { startTestApi, type TestApi } from '../../testing/server.fixture.ts';
import { signInStaff } from '../../testing/staff.fixture.ts';

let api: TestApi;
const clock = { passedMs: 0 };
const { proven, post } = visitorForms(() => api, clock);
beforeAll(async () => {
  api = await startTestApi({ deps: { now: () => Date.now() + clock.passedMs } });
});
beforeEach(() => execute(api.db, 'DELETE FROM lockout', []));
afterAll(() => api.close());

const unique = () => `${newId()}@shop.example`;
const ticketOf = (email: string) => one<{ id: string }>(api.db, 'SELECT id FROM ticket WHERE email = $1', [email]);

const closingsOf = (ticketId: string) =>
  select(api.db, `SELECT target_label AS label FROM audit_log WHERE action = 'ticket.closed' AND target_id = $1`, [
    ticketId,
  ]);

/** An application as brand ambassador by the form, its ticket, and its id under *Partners*. */
async function applied() {
  const email = unique();
  const { name, message } = QUESTION;
  const audience = { website: 'channel.example', daily_visitors: 1_500, eu_audience: true, real_users: true };
  const sent = await post('partner', { name, message, ...audience, email, ...(await proven()) });
  expect(sent.status).toBe(202);
  const { id } = await one<{ id: string }>(api.db, 'SELECT id FROM partner WHERE email = $1', [email]);
  return { email, partnerId: id, ticketId: (await ticketOf(email)).id, reference: sent.json.data.reference };
}

describe('what a visitor wrote by a form', () => {
  test('waits in the queue of tickets, is read on the record and answered', async () => {
    const email = unique();
    const sent = await post('contact-us', { ...QUESTION, ...(await proven()), email: email.toUpperCase() });
    const { member, as } = await signInStaff(api, 'compliance_officer');
    const list = await as({ url: `/staff/tickets?status=open&search=${email}` });
    const [{ id } = { id: '' }] = list.json.data;
    const { reference } = sent.json.data;
    expect(list.json.data).toMatchObject([
      { reference, email, source: 'site', topic: 'contact-us', name: QUESTION.name },
    ]);
    expect(list.json.data[0].answer_due_at).not.toBeNull();
    expect((await as({ url: '/staff/overview' })).json.data.tickets).toBeGreaterThan(0);

    const { data } = (await as({ url: `/staff/tickets/${id}` })).json;
    expect(data).toMatchObject({ subject: QUESTION.subject, was_proven: true, details: [], about: null });
    expect(data.messages).toMatchObject([{ author: 'customer', text: QUESTION.message }]);
    const looks = await select(api.db, `SELECT 1 FROM person_look WHERE kind = 'ticket' AND subject_id = $1`, [id]);
    expect(looks).toHaveLength(1);

    const body = { message_id: newId(), seen: 1, text: 'Within one bank day.' };
    const answered = await as({ url: `/staff/tickets/${id}/answer`, body });
    expect(answered.json.data).toMatchObject({ status: 'answered', assignee: member.fullName });
    const mails = await select(
      api.db,
      `SELECT 1 FROM outbox WHERE topic = 'mail.ticket' AND payload->>'subjectId' = $1`,
      [body.message_id],
    );
    expect(mails).toHaveLength(1);
  });

  test('shows what else the form said', async () => {
    const { ticketId } = await applied();
    const { as } = await signInStaff(api, 'representative');
    const { data } = (await as({ url: `/staff/tickets/${ticketId}` })).json;
    expect(data.topic).toBe('partner');
    expect(data.details).toEqual(
      expect.arrayContaining([
        { name: 'website', value: 'channel.example' },
        { name: 'daily_visitors', value: '1500' },
      ]),
    );
    expect((await as({ url: `/staff/tickets/${ticketId}/spam`, body: { spam: true } })).status).toBe(403);
  });

  test('is closed once the application that it made is decided, and reached from its page', async () => {
    const { as } = await signInStaff(api, 'manager');
    const statusOf = async (id: string) => (await as({ url: `/staff/tickets/${id}` })).json.data.status;
    for (const [act, body] of [
      ['approve', { evidence: EVIDENCE }],
      ['decline', { reason: 'Bought followers' }],
    ] as const) {
      const { partnerId, ticketId, reference } = await applied();
      const taken = await as({ method: 'POST', url: `/staff/partners/${partnerId}/take-up` });
      expect(taken.json.data).toMatchObject({ reference, ticket_id: ticketId });
      expect(await statusOf(ticketId)).toBe('open');
      expect((await as({ url: `/staff/partners/${partnerId}/${act}`, body })).status).toBe(200);
      expect(await statusOf(ticketId)).toBe('closed');
      expect(await closingsOf(ticketId)).toEqual([{ label: reference }]);
    }
  });

  test('stays open after the decision while it has a further question', async () => {
    const { as } = await signInStaff(api, 'manager');
    const { partnerId, ticketId } = await applied();
    await inTransaction(api.db, async (tx) =>
      addReply(tx, await lockTicket(tx, ticketId), { id: newId(), text: 'Who pays the VAT?', nowMs: Date.now() }),
    );
    await as({ method: 'POST', url: `/staff/partners/${partnerId}/take-up` });
    const decide = (act: string, body: object) => as({ url: `/staff/partners/${partnerId}/${act}`, body });
    expect((await decide('approve', { evidence: EVIDENCE })).status).toBe(200);
    const { data } = (await as({ url: `/staff/tickets/${ticketId}` })).json;
    expect(data.status).toBe('open');
    expect(await closingsOf(ticketId)).toEqual([]);
    // Once it is answered, the next decision closes it: approved again, the applicant gets a new link.
    const body = { message_id: newId(), seen: 2, text: 'You do.' };
    expect((await as({ url: `/staff/tickets/${ticketId}/answer`, body })).status).toBe(200);
    expect((await decide('approve', { evidence: EVIDENCE })).status).toBe(200);
    expect((await as({ url: `/staff/tickets/${ticketId}` })).json.data.status).toBe('closed');
    expect(await closingsOf(ticketId)).toHaveLength(1);
  });

  test('of a partner is a ticket without a second application', async () => {
    const { email } = await applied();
    const { name, message } = QUESTION;
    const audience = { website: 'channel.example', subscribers: 20_000, eu_audience: true, real_users: true };
    const more = { name, message: `${message} Again.`, ...audience, email, ...(await proven()) };
    expect((await post('partner', more)).status).toBe(202);
    expect(await select(api.db, 'SELECT 1 FROM partner WHERE email = $1', [email])).toHaveLength(1);
    expect(await select(api.db, 'SELECT 1 FROM ticket WHERE email = $1', [email])).toHaveLength(2);
  });
});
