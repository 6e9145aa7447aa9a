import { connect } from '../../db/connect.ts';
import { type Db, inTransaction } from '../../db/core/sequelize.ts';
import { upsertRates } from '../../db/rates/rates.ts';
import {
  makeMerchant,
  type TestMerchant,
  type TestMerchantOptions,
  testEncryptionKey,
} from '../../db/testing.fixture.ts';
import { ASSETS, type Mode } from '../../domain/assets/assets.ts';
import { parseRate } from '../../domain/money/rates.ts';
import { createTestDatabase } from '../../scripts/testing/database.ts';
import { until } from '../../scripts/testing/until.ts';
import { testConfig } from '../../settings/config.fixture.ts';
import type { Environment } from '../../settings/config.ts';
import type { App } from '../app.ts';
import { buildServer } from '../build-server.ts';
import { type ServerDeps, withRealClock } from '../deps.ts';
import { type LiveHub, openLiveHub } from '../live/hub.ts';

/** A request of a test: what is sent, as whom. */
export interface TestCall {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';
  readonly url: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly as?: { readonly key: string; readonly secret: string };
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | number | undefined>;
  readonly text: string;
  /** The same as it was sent. */
  readonly bytes: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  readonly json: any;
}

/** A whole server on a database of its own, with rates for both modes. */
export interface TestApi {
  readonly app: App;
  readonly db: Db;
  readonly live: LiveHub;
  readonly deps: ServerDeps;
  merchant(options?: TestMerchantOptions): Promise<TestMerchant>;
  call(call: TestCall): Promise<TestAnswer>;
  /** Signs a merchant's user in and gives a caller with cookies and CSRF header. */
  signIn(merchant: TestMerchant): Promise<(call: TestCall) => Promise<TestAnswer>>;
  /**
   * The public events of a shop once there are so many: they show when every older transaction of the database server,
   * also of other tests, has ended.
   */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  events(shop: Pick<TestMerchant, 'token'>, count: number): Promise<any[]>;
  close(): Promise<void>;
}

export async function startTestApi(options: { env?: Environment; deps?: Partial<ServerDeps> } = {}): Promise<TestApi> {
  const database = await createTestDatabase();
  const db = connect(database.url, { poolSize: 10, applicationName: 'test-api' });
  const config = {
    ...testConfig({ PUBLIC_URL: 'http://localhost:8080', ...options.env }),
    databaseUrl: database.url,
    encryptionKey: testEncryptionKey,
  };
  const live = openLiveHub(database.url, () => {});
  const deps = withRealClock({ config, db, live, ...options.deps });
  const app = await buildServer(deps);
  for (const mode of ['sandbox', 'production'] as const) await setRates(db, mode);

  async function call({ method, url, body, headers = {}, as }: TestCall): Promise<TestAnswer> {
    const response = await app.inject({
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      url,
      headers: {
        ...(as === undefined ? {} : { authorization: basic(as) }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
    });
    const isJson = String(response.headers['content-type']).includes('json');
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      bytes: response.rawPayload,
      json: isJson && response.body !== '' ? response.json() : undefined,
    };
  }

  return {
    app,
    db,
    live,
    deps,
    call,
    merchant: (merchantOptions) => makeMerchant(db, merchantOptions),
    async events({ token }, count) {
      let found: unknown[] = [];
      const read = async () => {
        found = (await call({ url: '/api/v1/events', as: token })).json.data;
        return found.length >= count;
      };
      await until(read, `there are ${count} events`);
      return found;
    },
    async signIn({ user }) {
      const jar = new Map<string, string>();
      const keep = (answer: TestAnswer) => {
        for (const cookie of [answer.headers['set-cookie'] ?? []].flat()) {
          const [pair = ''] = String(cookie).split(';');
          const [name = '', value = ''] = pair.split('=');
          jar.set(name, value);
        }
        return answer;
      };
      const as = async (requested: TestCall) =>
        keep(
          await call({
            ...requested,
            headers: {
              cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
              'x-xsrf-token': jar.get('XSRF-TOKEN') ?? '',
              'x-visitor-id': 'visitor-of-a-test',
              ...requested.headers,
            },
          }),
        );
      await as({ url: '/auth/csrf-cookie' });
      const answer = await as({ url: '/auth/login', body: { email: user.email, password: user.password } });
      if (answer.status !== 200) throw new Error(`sign-in failed: ${answer.status} ${answer.text}`);
      return as;
    },
    async close() {
      await app.close();
      await live.close();
      await db.close();
      await database.drop();
    },
  };
}

/** HTTP Basic credentials. */
export function basic({ key, secret }: { key: string; secret: string }): string {
  return `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
}

const PRICES: Record<string, string> = {
  BTC: '50000',
  LTC: '80',
  BCH: '400',
  ETH: '2500',
  USDT: '0.92',
  TRX: '0.15',
  XRP: '0.55',
};

/** Rates in euro and dollar that stay current for an hour. */
export async function setRates(db: Db, mode: Mode): Promise<void> {
  const sampledAt = new Date();
  const expiresAt = new Date(sampledAt.getTime() + 3_600_000);
  const about = { source: 'test', sampledAt, expiresAt };
  const rates = ASSETS.flatMap((asset) => [
    parseRate(PRICES[asset] ?? '1', { asset, currency: 'EUR', ...about }),
    parseRate(PRICES[asset] ?? '1', { asset, currency: 'USD', ...about }),
  ]);
  await inTransaction(db, (tx) => upsertRates(tx, mode, rates));
}
