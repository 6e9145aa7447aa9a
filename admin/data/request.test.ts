import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { makeRequest } from './request.ts';

const answers: Response[] = [];
const sent: { readonly method: string | undefined; readonly headers: Headers }[] = [];
let token: string | null;
const refused: number[] = [];
const request = makeRequest({
  token: () => token,
  async renewToken() {
    token = token === null ? 'first' : `${token} renewed`;
  },
  headers: () => ({ 'X-Own': 'yes' }),
  onRefused: ({ status }) => refused.push(status),
});

beforeEach(() => {
  token = null;
  for (const list of [answers, sent, refused]) list.length = 0;
  vi.stubGlobal('fetch', async (_path: string, { method, headers }: { method?: string; headers: Headers }) => {
    sent.push({ method, headers });
    const answer = answers.shift();
    if (answer === undefined) throw new TypeError('Failed to fetch');
    return answer;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const json = (status: number, body: object = {}) => new Response(JSON.stringify(body), { status });
const tokens = () => sent.map(({ headers }) => headers.get('X-XSRF-TOKEN'));

it('a read sends no token, a write fetches one first', async () => {
  answers.push(json(200), json(200));
  await request('/a');
  await request('/a', { method: 'POST', body: {} });
  expect(tokens()).toEqual([null, 'first']);
  expect(sent.every(({ headers }) => headers.get('X-Own') === 'yes')).toBe(true);
});

it('a stale token is renewed and the call repeated once, and no more', async () => {
  token = 'old';
  answers.push(json(419), json(200), json(419), json(419));
  await request('/a', { method: 'POST' });
  expect(tokens()).toEqual(['old', 'old renewed']);
  await expect(request('/a', { method: 'POST' })).rejects.toMatchObject({ status: 419 });
  expect(sent).toHaveLength(4);
});

it('the application hears of a refusal before it is thrown, with the words of the server', async () => {
  answers.push(json(409, { message: 'Somebody was faster.', code: 'conflict' }));
  await expect(request('/a', { method: 'PUT' })).rejects.toMatchObject({
    message: 'Somebody was faster.',
    status: 409,
  });
  expect(refused).toEqual([409]);
});

it('no answer is an error of its own, which the application does not hear of', async () => {
  const error = await request('/a').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 0 });
  expect(refused).toEqual([]);
});
