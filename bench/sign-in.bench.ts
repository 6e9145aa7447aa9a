import { setTimeout } from 'node:timers/promises';
import autocannon from 'autocannon';
import { basic, setRates } from '../api/testing/server.fixture.ts';
import { hashPassword, passwordMatches } from '../db/accounts/passwords.ts';
import { makeMerchant } from '../db/testing.fixture.ts';
import { ROLES, roleMay, USER_PERMISSIONS } from '../domain/accounts/permissions.ts';
import { openCaller, startBenchApi } from './account-shop.ts';
import { withBenchDatabase } from './database.ts';
import { type Figure, percentile } from './figure.ts';
import { type Pace, startPace } from './pace.ts';

/**
 * People come when they like, not when the one before is done; one for so many invoices is far more than merchants do,
 * and grows with what the machine can.
 */
const INVOICES_PER_SIGN_IN = 40;
/** Creation alone and creation beside sign-ins take turns, so that what else the machine does meets both. */
const ROUNDS = 6;
const ALONE_MS = 5_000;
const SIGN_IN_MS = 10_000;
const CONNECTIONS = 16;
const MOST_MS = 400;
/** How much slower invoices may be created while people sign in. */
const MOST_SLOWER = 1.5;

/**
 * Sign-ins while a shop creates invoices at half of what the gateway can do, what they cost these, and what a
 * permission check costs.
 */
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

      const signInsPerSecond = Math.max(0.5, perSecond / INVOICES_PER_SIGN_IN);
      const [createdAlone, created, times]: [number[], number[], number[]] = [[], [], []];
      for (let round = 0; round < ROUNDS; round += 1) {
        const alone = create();
        await setTimeout(ALONE_MS);
        createdAlone.push(...(await alone.stop()));

        const load = create();
        times.push(...(await signIns(origin, signInsPerSecond, { email: user.email, password: user.password })));
        created.push(...(await load.stop()));
      }

      const p99 = percentile(times, 0.99);
      const slower = percentile(created, 0.5) / percentile(createdAlone, 0.5);
      return [
        {
          name:
            `sign-in, 99th percentile of ${times.length} at ${signInsPerSecond.toFixed(1)}/s, ` +
            `beside ${perSecond} invoices/s`,
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

async function signIns(origin: string, perSecond: number, login: object): Promise<number[]> {
  const post = await openCaller(origin);
  const pace: Pace = startPace(async () => {
    const status = await post('/auth/login', login);
    if (status !== 200) throw new Error(`a sign-in was answered ${status}`);
  }, perSecond);
  await setTimeout(SIGN_IN_MS);
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
