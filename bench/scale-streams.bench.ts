import { Agent, type ClientRequest, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { basic, setRates } from '../api/testing/server.fixture.ts';
import { makeMerchant } from '../db/testing.fixture.ts';
import { startBenchApi } from './account-shop.ts';
import { withBenchDatabase } from './database.ts';
import type { Figure } from './figure.ts';
import { processorMs, residentMegabytes } from './scale/cpu-share.ts';
import { inParallel } from './shop.ts';

const STREAMS = 2_000;
/** The gateway lets one address open so many. */
const PER_ADDRESS = 200;
const AT_ONCE = 64;
const MOST_SECONDS = 3;

/** Two thousand payers' pages, each with an invoice of its own, open at one API until each has the first event. */
export function run(): Promise<readonly Figure[]> {
  return withBenchDatabase(async ({ url, db }) => {
    const { token } = await makeMerchant(db);
    await setRates(db, 'sandbox');
    const { api, origin } = await startBenchApi(url);
    const open: ClientRequest[] = [];
    try {
      const ids: string[] = [];
      await inParallel(STREAMS, 16, async () => void ids.push(await create(origin, basic(token))));
      await pause(1_000);
      const [beforeMb, beforeMs, startMs] = [residentMegabytes(api.pid), processorMs(api.pid), performance.now()];
      await inParallel(STREAMS, AT_ONCE, async (index) => {
        open.push(await openStream(`${origin}/customer/invoices/${ids[index]}/events`, addressOf(index)));
      });
      const seconds = (performance.now() - startMs) / 1000;
      await pause(1_000);
      return [
        {
          name: `${STREAMS} event streams open, each with its first event`,
          value: seconds,
          unit: 's',
          target: `< ${MOST_SECONDS} s`,
          ok: seconds < MOST_SECONDS,
        },
        {
          name: `memory that ${STREAMS} open streams take of an API`,
          value: residentMegabytes(api.pid) - beforeMb,
          unit: 'MB',
        },
        {
          name: 'processor time of the API for opening a stream',
          value: (processorMs(api.pid) - beforeMs) / STREAMS,
          unit: 'ms',
        },
      ];
    } finally {
      for (const stream of open) stream.destroy();
      await api.stop();
    }
  });
}

async function create(origin: string, authorization: string): Promise<string> {
  const answer = await fetch(`${origin}/api/v1/invoices`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: '49.90', currency: 'EUR', gate_id: 'BTC' }),
  });
  const { data } = (await answer.json()) as { data: { id: string } };
  return data.id;
}

/** Payers come from many addresses; here, from many of the loopback range. */
function addressOf(index: number): string {
  return `127.0.1.${1 + Math.floor(index / PER_ADDRESS)}`;
}

/** Resolves once the first event is there. */
function openStream(url: string, localAddress: string): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const stream = request(url, { localAddress, agent: new Agent() }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`a stream was answered by ${response.statusCode}`));
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        if (text.includes('event: invoice')) resolve(stream);
      });
    });
    stream.on('error', reject);
    stream.end();
  });
}
