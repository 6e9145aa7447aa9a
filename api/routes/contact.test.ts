import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setSubscription } from '../../db/accounts/users.ts';
import { inTransaction } from '../../db/core/sequelize.ts';
import { execute, one, select } from '../../db/core/sql.ts';
import { testEncryptionKey } from '../../db/testing.fixture.ts';
import { createUpdateLinks } from '../../db/updates/links.ts';
import { newId } from '../../domain/ids.ts';
import { addColleague } from '../testing/accounts.fixture.ts';
import { newIp, proofOf, QUESTION, visitorForms } from '../testing/contact.fixture.ts';
import { startTestApi, type TestApi } from '../testing/server.fixture.ts';

let api: TestApi;
const clock = { passedMs: 0 };
const { ticket, proven, post } = visitorForms(() => api, clock);
beforeAll(async () => {
  api = await startTestApi({ deps: { now: () => Date.now() + clock.passedMs } });
});
afterAll(() => api.close());

const stored = (email: string) =>
  select<{ id: string; reference: string; topic: string; text: string; details: object }>(
    api.db,
    `SELECT t.id, t.reference, t.topic, m.text, t.details FROM ticket t JOIN ticket_message m ON m.ticket_id = t.id
     WHERE t.source = 'site' AND t.email = $1 ORDER BY t.id`,
    [email],
  );
const unique = () => `${newId()}@shop.example`;

describe('a form of the public pages', () => {
  test('is one ticket, however often and by however many forms it is sent', async () => {
    const email = unique();
    const sent = await proven();
    const both = await Promise.all([
      post('contact-us', { ...QUESTION, ...sent, email }),
      post('contact-us', { ...QUESTION, ...sent, email }),
    ]);
    expect(both.map(({ status }) => status)).toEqual([202, 202]);
    const again = await post('contact-us', { ...QUESTION, ...(await proven()), email });
    const [row, ...others] = await stored(email);
    expect(others).toEqual([]);
    expect([...both, again].map(({ json }) => json.data.reference)).toEqual(Array(3).fill(row?.reference));
    const [{ count } = { count: 0 }] = await select<{ count: number }>(
      api.db,
      `SELECT count(*)::int AS count FROM outbox WHERE topic = 'mail.ticket' AND payload->>'ticketId' = $1`,
      [row?.id],
    );
    expect(count).toBe(1);
  });

  test('takes one message: a proof of work is worth one', async () => {
    const email = unique();
    const sent = await proven();
    expect((await post('contact-us', { ...QUESTION, ...sent, email })).status).toBe(202);
    const other = await post('contact-us', { ...QUESTION, ...sent, email, message: 'Another question, a long one.' });
    expect([other.status, other.json.code]).toEqual([409, 'conflict']);
    expect(await stored(email)).toHaveLength(1);
  });

  test('says what is wrong, field by field, and stores nothing of it', async () => {
    const email = unique();
    for (const [wrong, field] of [
      [{ name: '' }, 'name'],
      [{ subject: 'Hi\r\nBcc: all@shop.example' }, 'subject'],
      [{ name: 'www.evil.example' }, 'name'],
      [{ email: 'a@b.example, c@d.example' }, 'email'],
      [{ message: 'short' }, 'message'],
      [{ message: 'A question\u0000 with a NUL byte' }, 'message'],
    ] as const) {
      const { status, json } = await post('contact-us', { ...QUESTION, email, ...(await proven()), ...wrong });
      expect([status, Object.keys(json.errors)], JSON.stringify(wrong)).toEqual([422, [field]]);
    }
    const unknown = await post('contact-us', { ...QUESTION, ...(await proven()), email, bcc: 'all@shop.example' });
    expect([unknown.status, unknown.json.errors.bcc]).toEqual([422, ['This field is not known.']]);
    const huge = await post('contact-us', { ...QUESTION, ...(await proven()), email, message: 'x'.repeat(1_000_000) });
    expect(huge.status).toBe(413);
    expect(await stored(email)).toEqual([]);
  });

  test('needs a token of ours, its proof, and as much time as people need', async () => {
    const email = unique();
    const fresh = await ticket();
    const proofOfFresh = proofOf(fresh);
    // However long the proof took.
    clock.passedMs -= 3_600_000;
    const early = await post('contact-us', { ...QUESTION, email, token: fresh, proof: proofOfFresh });
    clock.passedMs += 3_600_000;
    expect([early.status, early.json.errors.token?.[0]]).toEqual([422, expect.stringContaining('faster than people')]);
    const { token, proof } = await proven();
    for (const wrong of [
      { token, proof: `${proof}0` },
      { token: `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, proof },
      { token: `0${token}`, proof },
      { token: 'forged.token.here', proof },
    ]) {
      expect((await post('contact-us', { ...QUESTION, email, ...wrong })).status, JSON.stringify(wrong)).toBe(422);
    }
    expect((await post('contact-us', { ...QUESTION, email, token })).status).toBe(422);
    clock.passedMs += 86_400_000;
    const late = await post('contact-us', { ...QUESTION, email, token, proof });
    expect(late.json.errors.token?.[0]).toContain('open for too long');
    expect(await stored(email)).toEqual([]);
  });

  test('answers a program that fills in every field as usual, and keeps nothing', async () => {
    const email = unique();
    const { status, json } = await post('contact-us', { ...QUESTION, ...(await proven()), email, fax: '555' });
    expect([status, json.data.reference]).toEqual([202, expect.stringMatching(/^TG-[2-9A-Z]{8}$/)]);
    expect(await stored(email)).toEqual([]);
  });

  test('is taken five times an hour from one network, and from others all the same', async () => {
    const ip = newIp();
    const statuses: number[] = [];
    for (let at = 0; at < 6; at += 1) {
      statuses.push((await post('contact-us', { ...QUESTION, ...(await proven()), email: unique() }, ip)).status);
    }
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
    expect((await post('contact-us', { ...QUESTION, ...(await proven()), email: unique() })).status).toBe(202);
  });

  test('of partners and ambassadors keeps what else they said', async () => {
    const [partner, ambassador] = [unique(), unique()];
    const { name, message } = QUESTION;
    const company = { company: 'Quay GmbH', website: 'quay.example' };
    const one = await post('contact-us-partner', { name, message, ...company, email: partner, ...(await proven()) });
    expect([one.status, (await stored(partner))[0]]).toMatchObject([
      202,
      { topic: 'contact-us-partner', details: company },
    ]);
    const audience = { website: 'channel.example', daily_visitors: 1_500, eu_audience: true, real_users: true };
    const body = { name, message, ...audience, email: ambassador };
    expect((await post('partner', { ...body, ...(await proven()) })).status).toBe(202);
    expect((await stored(ambassador))[0]?.details).toEqual({
      website: 'channel.example',
      daily_visitors: '1500',
      eu_audience: 'yes',
      real_users: 'yes',
    });
    const few = await post('partner', { ...body, daily_visitors: 1_000, ...(await proven()) });
    expect([few.status, Object.keys(few.json.errors)]).toEqual([422, ['subscribers']]);
    const bought = await post('partner', { ...body, real_users: false, ...(await proven()) });
    expect(bought.json.errors).toEqual({ real_users: ['This must be accepted.'] });
  });
});

describe('product updates without an account', () => {
  const links = () => createUpdateLinks(testEncryptionKey, 'http://localhost:8080');
  const path = (url: string) => url.slice('http://localhost:8080'.length);
  const subscriber = (email: string) =>
    one<{ id: string; requestedAt: Date; is_subscribed: boolean }>(
      api.db,
      `SELECT id, requested_at AS "requestedAt", confirmed_at IS NOT NULL AND unsubscribed_at IS NULL AS is_subscribed
       FROM newsletter_subscriber WHERE email = $1`,
      [email],
    );
  const mails = async (email: string) =>
    (
      await select(
        api.db,
        `SELECT 1 FROM outbox o JOIN newsletter_subscriber n ON n.id::text = o.payload->>'subscriberId'
         WHERE o.topic = 'mail.newsletter' AND n.email = $1`,
        [email],
      )
    ).length;
  const ask = async (email: string) => post('newsletter', { email, ...(await proven()) });
  const press = (url: string, payload?: string) =>
    api.app.inject({
      method: 'POST',
      url,
      remoteAddress: newIp(),
      ...(payload === undefined ? {} : { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload }),
    });

  test('begin with the button behind the link of the mail, not by asking nor by opening the link', async () => {
    const email = unique();
    expect((await ask(email.toUpperCase())).status).toBe(202);
    const requested = await subscriber(email);
    const url = path(links().confirmUrl(requested));
    expect((await api.app.inject(url)).body).toContain('Confirm</button>');
    expect((await subscriber(email)).is_subscribed).toBe(false);
    expect((await press(url, '')).body).toContain('Product updates are on');
    expect((await subscriber(email)).is_subscribed).toBe(true);
  });

  test('answer the same whether an address has them or not, and mail nobody who has them', async () => {
    const [email, known] = [unique(), unique()];
    await ask(known);
    await press(path(links().confirmUrl(await subscriber(known))));
    const before = await mails(known);
    const [one, other] = [await ask(email), await ask(known)];
    expect([one.status, Object.keys(one.json.data)]).toEqual([other.status, Object.keys(other.json.data)]);
    expect([await mails(email), (await mails(known)) - before]).toEqual([1, 0]);
  });

  test('are requested once by each form', async () => {
    const sent = await proven();
    const [first, second] = [unique(), unique()];
    for (const email of [first, second]) expect((await post('newsletter', { email, ...sent })).status).toBe(202);
    expect(await select(api.db, 'SELECT 1 FROM newsletter_subscriber WHERE email = $1', [second])).toEqual([]);
  });

  test('end by one post of a mail program, for the address in every place', async () => {
    const merchant = await api.merchant();
    const { email } = await addColleague(api, merchant, 'admin');
    await execute(api.db, 'UPDATE app_user SET product_updates = true WHERE email = $1', [email]);
    await ask(email);
    const requested = await subscriber(email);
    await press(path(links().confirmUrl(requested)));
    const url = path(links().unsubscribeUrl({ source: 'subscriber', id: requested.id }));
    expect((await api.app.inject(url)).body).toContain('Unsubscribe</button>');
    expect((await subscriber(email)).is_subscribed).toBe(true);
    const answer = await press(url, 'List-Unsubscribe=One-Click');
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([200, undefined]);
    expect((await subscriber(email)).is_subscribed).toBe(false);
    const user = await one<{ on: boolean }>(api.db, 'SELECT product_updates AS on FROM app_user WHERE email = $1', [
      email,
    ]);
    expect(user.on).toBe(false);
    // The link that confirmed it once begins nothing again.
    expect((await press(path(links().confirmUrl(requested)))).statusCode).toBe(410);
    expect((await subscriber(email)).is_subscribed).toBe(false);
  });

  test('end with the setting of the account, too', async () => {
    const merchant = await api.merchant();
    const { email } = merchant.user;
    await ask(email);
    await press(path(links().confirmUrl(await subscriber(email))));
    const { id } = await one<{ id: never }>(api.db, 'SELECT id FROM app_user WHERE email = $1', [email]);
    await inTransaction(api.db, (tx) => setSubscription(tx, id, { type: 'product_updates', enabled: false }));
    expect((await subscriber(email)).is_subscribed).toBe(false);
  });

  test('need a link of ours that is not over', async () => {
    const email = unique();
    await ask(email);
    const requested = await subscriber(email);
    const confirm = path(links().confirmUrl(requested));
    const stop = path(links().unsubscribeUrl({ source: 'subscriber', id: requested.id }));
    const forged = `${confirm.slice(0, -2)}${confirm.endsWith('A') ? 'Bw' : 'AA'}`;
    expect((await press(forged)).statusCode).toBe(410);
    // A link of one use is none of the other.
    expect((await press(stop.replace('unsubscribe', 'confirm'))).statusCode).toBe(410);
    expect((await press(confirm.replace('confirm', 'unsubscribe'))).statusCode).toBe(404);
    expect((await press('/newsletter/unsubscribe?token=test')).statusCode).toBe(404);
    clock.passedMs += 8 * 86_400_000;
    expect((await api.app.inject(confirm)).body).toContain('has expired');
    expect((await press(confirm)).statusCode).toBe(410);
    expect((await subscriber(email)).is_subscribed).toBe(false);
  });
});
