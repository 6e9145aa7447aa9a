import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Db } from '../../db/core/sequelize.ts';
import { execute, json, maybeOne } from '../../db/core/sql.ts';
import { type ProviderReview, providerTime } from '../../domain/compliance/provider-news.ts';
import { DIGEST_ALGORITHM, DIGEST_ALGORITHM_HEADER, DIGEST_HEADER } from '../../domain/compliance/webhook-digest.ts';
import { requestSignature } from './applicant-api.ts';

export interface SimulatorOptions {
  readonly db: Db;
  readonly appToken: string;
  readonly secret: string;
  readonly webhookUrl: string;
  readonly webhookSecret: string;
  /** How long a check takes. */
  readonly checkMs: number;
  readonly onTrouble?: (error: unknown) => void;
  readonly nowMs?: () => number;
}

/** Faults of the next calls; each affects one call. */
export type Fault = 'timeout' | 'error_500' | 'error_after_work' | 'refuse_400' | 'not_json';

export interface VerificationSimulator {
  readonly url: string;
  /** Makes the next calls fail in this order. */
  fail(...faults: Fault[]): void;
  /** Sends the due webhooks now. @returns how many were accepted */
  deliver(): Promise<number>;
  close(): Promise<void>;
}

/**
 * A local verification provider with the applicant interface over HTTP, for sandboxes and tests; its state is in the
 * database. The name decides: `Refused` is rejected, `Unreadable` is rejected once, `Hold` never ends, `Silent` sends
 * no webhook, `Doubled` sends it twice and an old one after it. Everyone else is approved.
 */
export async function startVerificationSimulator(options: SimulatorOptions): Promise<VerificationSimulator> {
  const faults: Fault[] = [];
  const server = createServer((request, response) => {
    answer(options, faults, request).then(
      ({ status, body, headers = {} }) => {
        response.writeHead(status, { 'content-type': 'application/json', ...headers });
        response.end(typeof body === 'string' ? body : JSON.stringify(body));
      },
      (error: unknown) => {
        options.onTrouble?.(error);
        response.destroy();
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const sending = keepSending(options);
  return {
    url: `http://127.0.0.1:${port}`,
    fail: (...more) => void faults.push(...more),
    deliver: () => deliverDue(options),
    close: async () => {
      await sending.stop();
      await closeServer(server);
    },
  };
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface ApplicantRow {
  readonly id: string;
  readonly external_id: string;
  readonly kind: string;
  readonly level: string;
  readonly name: string;
  readonly review: ProviderReview;
}

async function answer(options: SimulatorOptions, faults: Fault[], request: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const fault = faults.shift();
  if (fault === 'timeout') return new Promise(() => {});
  if (fault === 'error_500') return { status: 500, body: { description: 'Something broke' } };
  if (fault === 'refuse_400') return { status: 400, body: { description: 'Wrong request' } };
  if (fault === 'not_json') return { status: 200, body: '<html>Bad gateway</html>' };
  const path = request.url ?? '/';
  const method = request.method ?? 'GET';
  if (!isSigned(options, request, { method, path, body })) {
    return { status: 401, body: { description: 'Request signature mismatch' } };
  }
  const done = await route(options, { method, path, body });
  return fault === 'error_after_work' ? { status: 502, body: { description: 'Bad gateway' } } : done;
}

function isSigned(
  { appToken, secret, nowMs = Date.now }: SimulatorOptions,
  { headers }: IncomingMessage,
  { method, path, body }: { method: string; path: string; body: Buffer },
): boolean {
  const time = String(headers['x-app-access-ts']);
  const isRecent = Math.abs(nowMs() / 1000 - Number(time)) < 60;
  const expected = Buffer.from(requestSignature(secret, { time, method, path, body }));
  const given = Buffer.from(String(headers['x-app-access-sig']));
  return (
    isRecent &&
    headers['x-app-token'] === appToken &&
    given.length === expected.length &&
    timingSafeEqual(given, expected)
  );
}

async function route(
  options: SimulatorOptions,
  { method, path, body }: { method: string; path: string; body: Buffer },
): Promise<Answer> {
  const { db } = options;
  const url = new URL(path, 'http://simulator');
  const call = `${method} ${url.pathname}`;
  if (call === 'POST /resources/applicants') return create(db, body, url.searchParams.get('levelName') ?? '');
  const external = /^GET \/resources\/applicants\/-;externalUserId=([^/]+)\/one$/.exec(call)?.[1];
  if (external !== undefined) return found(await find(db, 'external_id', decodeURIComponent(external)));
  const [, applicantId = '', rest] = /^\w+ \/resources\/applicants\/([^/]+)\/(.+)$/.exec(call) ?? [];
  const row = await find(db, 'id', decodeURIComponent(applicantId));
  if (row === undefined) return { status: 404, body: { description: 'Applicant not found' } };
  if (method === 'GET' && rest === 'status') return { status: 200, body: row.review };
  if (method === 'POST' && rest === 'info/idDoc') {
    await execute(db, 'UPDATE simulated_applicant SET documents = documents + 1 WHERE id = $1', [row.id]);
    const idDocType = /"idDocType":"(\w+)"/.exec(body.subarray(0, 1_000).toString('latin1'))?.[1];
    return { status: 200, body: { idDocType }, headers: { 'x-image-id': randomUUID() } };
  }
  if (method === 'POST' && rest === 'status/pending') return check(options, row);
  return { status: 404, body: { description: 'Not found' } };
}

async function create(db: Db, body: Buffer, level: string): Promise<Answer> {
  const requested = JSON.parse(body.toString()) as {
    externalUserId: string;
    type: string;
    fixedInfo: { companyInfo?: { companyName: string }; firstName?: string; lastName?: string };
  };
  const { companyInfo, firstName, lastName } = requested.fixedInfo;
  const name = companyInfo?.companyName ?? `${firstName ?? ''} ${lastName ?? ''}`.trim();
  const id = randomUUID().replaceAll('-', '').slice(0, 24);
  const made = await execute(
    db,
    `INSERT INTO simulated_applicant (id, external_id, kind, level, name) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (external_id) DO NOTHING`,
    [id, requested.externalUserId, requested.type, level, name],
  );
  if (made === 0) return { status: 409, body: { description: `Applicant ${requested.externalUserId} already exists` } };
  return found(await find(db, 'id', id));
}

function found(row: ApplicantRow | undefined): Answer {
  if (row === undefined) return { status: 404, body: { description: 'Applicant not found' } };
  const { id, external_id: externalUserId, kind: type, review } = row;
  return { status: 200, body: { id, externalUserId, type, review } };
}

/** Starts a check. Its result is stored at once and sent by webhook later. */
async function check(options: SimulatorOptions, row: ApplicantRow): Promise<Answer> {
  const { db, checkMs } = options;
  const checkedBefore = row.review.reviewStatus !== 'init';
  const review = resultFor(row.name, checkedBefore);
  await execute(db, 'UPDATE simulated_applicant SET review = $2::jsonb WHERE id = $1', [row.id, json(review)]);
  const nowMs = (options.nowMs ?? Date.now)();
  const send = async (type: string, said: ProviderReview, saidAtMs: number, inMs: number) => {
    const event = {
      applicantId: row.id,
      externalUserId: row.external_id,
      applicantType: row.kind,
      levelName: row.level,
      type,
      ...said,
      createdAtMs: providerTime(saidAtMs),
      sandboxMode: true,
    };
    await execute(db, 'INSERT INTO simulated_verification_webhook (body, due_at) VALUES ($1, $2)', [
      JSON.stringify(event),
      new Date(nowMs + inMs),
    ]);
  };
  if (!has(row.name, 'Silent')) {
    const type = review.reviewStatus === 'onHold' ? 'applicantOnHold' : 'applicantReviewed';
    await send(type, review, nowMs + checkMs, checkMs);
    if (has(row.name, 'Doubled')) {
      await send(type, review, nowMs + checkMs, checkMs);
      // Arrives late and out of order, with the state from before the result.
      await send('applicantPending', { reviewStatus: 'pending' }, nowMs + 1, checkMs + 1);
    }
  }
  return { status: 200, body: { ok: 1 } };
}

function resultFor(name: string, checkedBefore: boolean): ProviderReview {
  const red = (reviewRejectType: 'FINAL' | 'RETRY', label: string, moderationComment: string): ProviderReview => ({
    reviewStatus: 'completed',
    reviewResult: { reviewAnswer: 'RED', reviewRejectType, rejectLabels: [label], moderationComment },
  });
  if (has(name, 'Refused')) return red('FINAL', 'FORGERY', 'The document could not be accepted.');
  if (has(name, 'Unreadable') && !checkedBefore) {
    return red(
      'RETRY',
      'BAD_PHOTO',
      'The document could not be read. Upload a sharp copy that shows all four corners.',
    );
  }
  if (has(name, 'Hold')) return { reviewStatus: 'onHold' };
  return { reviewStatus: 'completed', reviewResult: { reviewAnswer: 'GREEN' } };
}

function has(name: string, word: string): boolean {
  return new RegExp(`\\b${word}\\b`, 'i').test(name);
}

function find(db: Db, by: 'id' | 'external_id', value: string): Promise<ApplicantRow | undefined> {
  return maybeOne<ApplicantRow>(db, `SELECT * FROM simulated_applicant WHERE ${by} = $1`, [value]);
}

/** Sends due webhooks twice a second until stopped. */
function keepSending(options: SimulatorOptions): { stop(): Promise<void> } {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  const look = () => {
    running = deliverDue(options).catch((error: unknown) => options.onTrouble?.(error));
    void running.then(() => {
      if (!stopped) timer = setTimeout(look, 500);
    });
  };
  look();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
      clearTimeout(timer);
    },
  };
}

async function deliverDue({ db, webhookUrl, webhookSecret }: SimulatorOptions): Promise<number> {
  for (let taken = 0; ; taken += 1) {
    // Pushed on before it is sent: another process does not send it meanwhile, and one that failed comes again.
    const next = await maybeOne<{ id: string; body: string }>(
      db,
      `UPDATE simulated_verification_webhook
       SET attempts = attempts + 1, due_at = now() + least(power(2, attempts), 300) * interval '1 second'
       WHERE id = (SELECT id FROM simulated_verification_webhook WHERE due_at <= now() AND attempts < 20
       ORDER BY due_at, id
                   LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING id, body`,
    );
    if (next === undefined) return taken;
    const response = await fetch(webhookUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [DIGEST_ALGORITHM_HEADER]: DIGEST_ALGORITHM,
        [DIGEST_HEADER]: createHmac('sha256', webhookSecret).update(next.body).digest('hex'),
      },
      body: next.body,
      signal: AbortSignal.timeout(5_000),
    }).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.ok) await execute(db, 'DELETE FROM simulated_verification_webhook WHERE id = $1', [next.id]);
  }
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
