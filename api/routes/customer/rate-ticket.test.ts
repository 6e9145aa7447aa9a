import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { execute, one } from '../../../db/core/sql.ts';
import { createRatingLinks } from '../../../db/support/rating-links.ts';
import { openTicket } from '../../../db/support/write.ts';
import { testEncryptionKey } from '../../../db/testing.fixture.ts';
import { newId } from '../../../domain/ids.ts';
import { LANGUAGES } from '../../../domain/languages.ts';
import { startTestApi, type TestApi } from '../../testing/server.fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const links = createRatingLinks(testEncryptionKey, '');

/** A ticket of a payer that was answered and closed, and the link of the email about it. */
async function closed() {
  const { row } = await inTransaction(api.db, (tx) =>
    openTicket(tx, {
      source: 'invoice_page',
      merchantId: null,
      userId: null,
      about: null,
      name: 'Payer',
      email: `${newId()}@payer.example`,
      language: 'en',
      subject: 'A secret question',
      message: { id: newId(), text: 'Where is it?' },
      nowMs: Date.now(),
    }),
  );
  await execute(api.db, 'UPDATE ticket SET asked_at = NULL, answered_at = now(), closed_at = now() WHERE id = $1', [
    row.id,
  ]);
  return { id: row.id, url: links.urlOf({ id: row.id, language: 'en' }) };
}

async function rate(url: string, rating: string) {
  const answer = await api.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ rating }).toString(),
  });
  return { status: answer.statusCode, text: answer.body };
}

const ratingOf = async (id: string) =>
  (await one<{ rating: string | null }>(api.db, 'SELECT rating FROM ticket WHERE id = $1', [id])).rating;

test('a customer without an account rates once by a button, not by opening the link', async () => {
  const { id, url } = await closed();
  const page = await api.call({ url });
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('Did our answer help?')]);
  expect(page.text).not.toContain('secret');
  expect(await ratingOf(id)).toBeNull();
  expect(await rate(url, 'good')).toMatchObject({ status: 200, text: expect.stringContaining('Thank you') });
  // Sent twice, or by somebody who has thought again, the first answer stays.
  expect((await rate(url, 'bad')).status).toBe(200);
  expect(await ratingOf(id)).toBe('good');
  expect((await api.call({ url })).text).not.toContain('name="rating"');
});

test('a link of another ticket, a forged one, another word and a ticket that is open again rate nothing', async () => {
  const [one, other] = [await closed(), await closed()];
  const foreign = one.url.replace(one.id, other.id);
  for (const url of [foreign, one.url.replace(/token=./, 'token=_'), `/customer/tickets/${one.id}/rating`]) {
    expect((await api.call({ url })).status).toBe(404);
    expect((await rate(url, 'bad')).status).toBe(404);
  }
  expect((await rate(one.url, "good'; --")).status).toBe(404);
  await execute(api.db, 'UPDATE ticket SET asked_at = now(), closed_at = NULL WHERE id = $1', [one.id]);
  expect((await api.call({ url: one.url })).status).toBe(404);
  expect((await rate(one.url, 'bad')).status).toBe(404);
  await execute(api.db, 'DELETE FROM ticket WHERE id = $1', [other.id]);
  expect((await api.call({ url: other.url })).status).toBe(404);
  expect(await ratingOf(one.id)).toBeNull();
});

test('the page has words of its own in each language of payers', async () => {
  const { id } = await closed();
  const titles = new Set<string>();
  for (const language of LANGUAGES) {
    const { text, status } = await api.call({ url: links.urlOf({ id, language }) });
    expect([status, text]).toEqual([200, expect.stringContaining(`<html lang="${language}">`)]);
    titles.add(/<h1 id="title">([^<]+)/.exec(text)?.[1] ?? '');
  }
  expect(titles.size).toBe(LANGUAGES.length);
});
