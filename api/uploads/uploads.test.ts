import { type ClientRequest, request } from 'node:http';
import { beforeAll, expect, test } from 'vitest';
import { one } from '../../db/core/sql.ts';
import { until } from '../../scripts/testing/until.ts';
import { cookiesOf, expectStatus, signUp, type TestBrowser } from '../testing/accounts.fixture.ts';
import { openTestApi } from '../testing/open-api.fixture.ts';
import { MAX_UPLOADS, MAX_UPLOADS_OF_ONE } from './seats.ts';

// Over sockets: how much of a body is read, and when, shows only there.

let url: string;
const api = await openTestApi();
beforeAll(async () => {
  url = await api.app.listen({ port: 0, host: '127.0.0.1' });
});

const HALF = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(600_000, 'x')]);
const DOCUMENT = '/spa/merchant/verification/documents?kind=other&file_name=a.pdf';
const LOGO = '/spa/sandbox/profile/image';

interface Upload {
  readonly call: ClientRequest;
  readonly answer: Promise<{ readonly status: number; readonly retryAfter: string | undefined; readonly text: string }>;
}

/** Begins an upload and leaves it under way after its first half. */
function begin({ jar, visitorId }: TestBrowser, path = DOCUMENT, type = 'application/pdf'): Upload {
  const headers = {
    cookie: cookiesOf({ jar }),
    'x-xsrf-token': jar.get('XSRF-TOKEN') ?? '',
    'x-visitor-id': visitorId,
    'content-type': type,
    'content-length': String(HALF.length * 2),
  };
  const call = request(`${url}${path}`, { method: 'POST', headers });
  const answer: Upload['answer'] = new Promise((resolve, reject) => {
    call.on('error', reject);
    call.on('response', (response) => {
      let text = '';
      response.on('data', (part: Buffer) => {
        text += part.toString();
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], text }),
      );
    });
  });
  answer.catch(() => undefined);
  call.write(HALF);
  return { call, answer };
}

async function finish({ call, answer }: Upload) {
  call.end(HALF);
  return answer;
}

const storedParts = async () =>
  Number((await one<{ count: string }>(api.db, 'SELECT count(*) FROM compliance_file_part')).count);

test('a document is stored sealed while it arrives, and nothing stays of one that breaks off', async () => {
  const { browser } = await signUp(api);
  const before = await storedParts();
  const upload = begin(browser);
  await until(async () => (await storedParts()) === before + 2, 'the parts that arrived are stored');
  const { sealed } = await one<{ sealed: boolean }>(
    api.db,
    `SELECT bool_and(position('%PDF-1.7'::bytea IN content) = 0) AS sealed FROM compliance_file_part`,
  );
  expect(sealed).toBe(true);
  upload.call.destroy();
  await until(async () => (await storedParts()) === before, 'the parts of the broken upload are removed');
  expect(api.app.uploadSeats.taken).toBe(0);
  const list = (await expectStatus(200, browser({ url: '/spa/merchant/verification' }))).json.data;
  expect(list.documents).toEqual([]);
});

test('one merchant uploads few files at once, and has to wait; another is served meanwhile', async () => {
  const greedy = (await signUp(api)).browser;
  const other = (await signUp(api)).browser;
  const under = Array.from({ length: MAX_UPLOADS_OF_ONE }, () => begin(greedy));
  await until(async () => api.app.uploadSeats.taken === MAX_UPLOADS_OF_ONE, 'the uploads are under way');
  for (const [path, type] of [
    [DOCUMENT, 'application/pdf'],
    [LOGO, 'image/png'],
  ] as const) {
    const refused = await finish(begin(greedy, path, type));
    expect([refused.status, refused.retryAfter]).toEqual([429, '5']);
    expect(refused.text).toContain('You are uploading 3 files already. Please wait');
  }
  expect((await finish(begin(other))).status).toBe(200);
  for (const upload of under) expect((await finish(upload)).status).toBe(200);
  expect(api.app.uploadSeats.taken).toBe(0);
});

test('a process reads a bounded number of files at once', async () => {
  const under: Upload[] = [];
  for (let merchants = 0; merchants * MAX_UPLOADS_OF_ONE < MAX_UPLOADS; merchants += 1) {
    const { browser } = await signUp(api);
    for (let each = 0; each < MAX_UPLOADS_OF_ONE; each += 1) under.push(begin(browser));
  }
  await until(async () => api.app.uploadSeats.taken === MAX_UPLOADS, 'the uploads are under way');
  const { browser } = await signUp(api);
  const refused = await finish(begin(browser));
  expect([refused.status, refused.retryAfter]).toEqual([503, '5']);
  expect(refused.text).toContain('Too many files are being uploaded right now.');
  for (const { call } of under) call.destroy();
  await until(async () => api.app.uploadSeats.taken === 0, 'the places are free again');
  expect((await finish(begin(browser))).status).toBe(200);
});
