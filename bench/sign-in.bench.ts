import autocannon from 'autocannon';
import { basic, setRates } from '../api/testing.fixture.ts';
import { hashPassword, passwordMatches } from '../db/people/passwords.ts';
import { makeMerchant } from '../db/testing.fixture.ts';
import { ROLES, roleMay, USER_PERMISSIONS } from '../domain/permissions.ts';
import { openCaller, startBenchApi } from './account-shop.ts';
import { withBenchDatabase } from './database.ts';
import { type Figure, percentile } from './figure.ts';
import { type Pace, startPace } from './pace.ts';

const SIGN_INS = 300;
/** People come when they like, not when the one before is done: at a busy merchant's start of work, far more than a gateway of this size sees. */
const SIGN_INS_PER_SECOND = 5;
const CONNECTIONS = 16;
const MOST_MS = 400;
/** How much slower invoices may be created while people sign in. */
const MOST_SLOWER = 1.5;

/** Sign-ins while a shop creates invoices at half of what the gateway can do, what they cost these, and what a permission check costs. */
export function run(): Promise<readonly Figure[]> {
  return withBenchDatabase(async ({ url, db }) => {
    const { token, user } = await makeMerchant(db);
    await setRates(db, 'sandbox');
    const idleMs = await idleHashMs();
    const { api, origin } = await startBenchApi(url);
    try {
      const invoices = {
        url: `${origin}/api/v1/invoices`,
        method: 'POST' as const,
        connections: CONNECTIONS,
        headers: { authorization: basic(token), 'content-type': 'application/json' },
        body: JSON.stringify({ amount: '49.90', currency: 'EUR', gate_id: 'BTC' }),
      };
      await autocannon({ ...invoices, amount: 300 });
      const full = await autocannon({ ...invoices, duration: 5 });
      const perSecond = Math.max(1, Math.floor(full.requests.average / 2));
      const create = () => startPace(() => createInvoice(invoices), perSecond);

      const alone = create();
      await new Promise((resolve) => setTimeout(resolve, 10_000));
      const createdAlone = await alone.stop();

      const load = create();
      const times = await signIns(origin, { email: user.email, password: user.password });
      const created = await load.stop();

      const p99 = percentile(times, 0.99);
      const slower = percentile(created, 0.5) / percentile(createdAlone, 0.5);
      return [
        {
          name: `sign-in, 99th percentile of ${times.length} at ${SIGN_INS_PER_SECOND}/s, beside ${perSecond} invoices/s`,
          value: p99,
          unit: 'ms',
          reference: { name: 'one password hash on an idle machine', value: idleMs },
          target: `≤ ${MOST_MS} ms`,
          ok: p99 <= MOST_MS,
        },
        {
          name: 'creation of those invoices, median',
          value: percentile(created, 0.5),
          unit: 'ms',
          reference: { name: 'the same pace while nobody signs in', value: percentile(createdAlone, 0.5) },
          target: `≤ ${MOST_SLOWER} of it`,
          ok: slower <= MOST_SLOWER,
        },
        permissionCheck(),
      ];
    } finally {
      await api.stop();
    }
  });
}

async function createInvoice(invoices: { readonly url: string } & RequestInit): Promise<void> {
  const answer = await fetch(invoices.url, invoices);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`an invoice was answered ${answer.status}`);
}

/** The fastest of some: what the work itself takes. */
async function idleHashMs(): Promise<number> {
  const stored = await hashPassword('Harbour-lights-7');
  const times: number[] = [];
  for (let tries = 0; tries < 10; tries += 1) {
    const start = performance.now();
    await passwordMatches('Harbour-lights-7', stored);
    times.push(performance.now() - start);
  }
  return Math.min(...times);
}

async function signIns(origin: string, login: object): Promise<number[]> {
  const post = await openCaller(origin);
  const pace: Pace = startPace(async () => {
    const status = await post('/auth/login', login);
    if (status !== 200) throw new Error(`a sign-in was answered ${status}`);
  }, SIGN_INS_PER_SECOND);
  await new Promise((resolve) => setTimeout(resolve, (SIGN_INS / SIGN_INS_PER_SECOND) * 1000));
  return pace.stop();
}

function permissionCheck(): Figure {
  const checks = 1_000_000;
  let allowed = 0;
  const start = performance.now();
  for (let check = 0; check < checks; check += 1) {
    const permission = USER_PERMISSIONS[check % USER_PERMISSIONS.length];
    const role = ROLES[check % ROLES.length];
    if (permission !== undefined && role !== undefined && roleMay(role, permission)) allowed += 1;
  }
  const micros = ((performance.now() - start) * 1000) / checks;
  if (allowed === 0) throw new Error('Somebody may do something.');
  return { name: 'permission check', value: micros, unit: 'µs', target: '≤ 5 µs', ok: micros <= 5 };
}
