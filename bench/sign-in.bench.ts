import autocannon from 'autocannon';
import { basic, setRates } from '../api/testing.fixture.ts';
import { makeMerchant } from '../db/testing.fixture.ts';
import { roleMay, USER_PERMISSIONS } from '../domain/permissions.ts';
import { openCaller, startBenchApi } from './account-shop.ts';
import { withBenchDatabase } from './database.ts';
import { type Figure, percentile } from './figure.ts';

const SIGN_INS = 200;
const PEOPLE = 2;
const CONNECTIONS = 16;

/** Sign-ins while a shop creates invoices at half of what the gateway can do, and what a permission check costs. */
export function run(): Promise<readonly Figure[]> {
  return withBenchDatabase(async ({ url, db }) => {
    const { token, user } = await makeMerchant(db);
    await setRates(db, 'sandbox');
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
      const perSecond = Math.floor(full.requests.average / 2);
      const load = startLoad(() => fetch(invoices.url, invoices), perSecond);
      const times = await signIns(origin, { email: user.email, password: user.password });
      const created = await load.stop();
      const p99 = percentile(times, 0.99);
      return [
        {
          name: `sign-in, 99th percentile of ${times.length}, beside ${perSecond} invoices/s`,
          value: p99,
          unit: 'ms',
          target: '≤ 400 ms',
          ok: p99 <= 400,
        },
        { name: 'creation of those invoices, 99th percentile', value: percentile(created, 0.99), unit: 'ms' },
        permissionCheck(),
      ];
    } finally {
      await api.stop();
    }
  });
}

/** Sends at an even pace, whatever is still on its way. `stop` answers how long each took, in milliseconds. */
function startLoad(send: () => Promise<Response>, perSecond: number): { stop(): Promise<number[]> } {
  const sent: Promise<number>[] = [];
  const timed = async () => {
    const start = performance.now();
    const answer = await send();
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`an invoice was answered ${answer.status}`);
    return performance.now() - start;
  };
  const start = performance.now();
  const pace = setInterval(() => {
    const due = Math.floor(((performance.now() - start) * perSecond) / 1000);
    while (sent.length < due) {
      const one = timed();
      // Looked at when the load is stopped.
      one.catch(() => {});
      sent.push(one);
    }
  }, 5);
  return {
    async stop() {
      clearInterval(pace);
      return Promise.all(sent);
    },
  };
}

async function signIns(origin: string, login: object): Promise<number[]> {
  const times: number[] = [];
  const person = async () => {
    const post = await openCaller(origin);
    for (let tries = 0; tries < SIGN_INS / PEOPLE; tries += 1) {
      const start = performance.now();
      const status = await post('/auth/login', login);
      if (status !== 200) throw new Error(`a sign-in was answered ${status}`);
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: PEOPLE }, person));
  return times;
}

function permissionCheck(): Figure {
  const checks = 1_000_000;
  let allowed = 0;
  const start = performance.now();
  for (let check = 0; check < checks; check += 1) {
    const permission = USER_PERMISSIONS[check % USER_PERMISSIONS.length];
    if (permission !== undefined && roleMay('support', permission)) allowed += 1;
  }
  const micros = ((performance.now() - start) * 1000) / checks;
  if (allowed === 0) throw new Error('Support may do something.');
  return { name: 'permission check', value: micros, unit: 'µs', target: '≤ 5 µs', ok: micros <= 5 };
}
