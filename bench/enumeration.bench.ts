import { makeMerchant } from '../db/testing.fixture.ts';
import { newId } from '../domain/ids.ts';
import { openCaller, startBenchApi } from './account-shop.ts';
import { withBenchDatabase } from './database.ts';
import type { Figure } from './figure.ts';
import { inTurns, medians, type Pair } from './turns.ts';

const TRIES = 200;
const KNOWN = 20;
const PASSWORD = 'Harbour-lights-7';

/** Requests by which a stranger could probe an email address, each with its only possible answer. */
const QUESTIONS = [
  {
    name: 'sign-in',
    path: '/auth/login',
    status: 401,
    body: (email: string) => ({ email, password: 'Not-the-one-1' }),
  },
  { name: 'password reset', path: '/auth/password/forgot', status: 202, body: (email: string) => ({ email }) },
  {
    name: 'sign-up',
    path: '/auth/register',
    status: 202,
    body: (email: string) => ({
      full_name: 'Nora Quay',
      email,
      country: 'DE',
      password: PASSWORD,
      password_confirmation: PASSWORD,
      privacy_accepted: true,
      aml_accepted: true,
    }),
  },
] as const;

/**
 * Whether the time of an answer tells who has an account (hazard 62): the same question about known and unknown
 * addresses, in turn, so that both meet the same machine.
 */
export function run(): Promise<readonly Figure[]> {
  return withBenchDatabase(async ({ url, db }) => {
    const known: string[] = [];
    for (let made = 0; made < KNOWN; made += 1) known.push((await makeMerchant(db)).user.email);
    const { api, origin } = await startBenchApi(url);
    try {
      const post = await openCaller(origin);
      const figures: Figure[] = [];
      for (const { name, path, status, body } of QUESTIONS) {
        const time = async (email: string) => {
          const start = performance.now();
          const got = await post(path, body(email));
          if (got !== status) throw new Error(`${path} answered ${got}`);
          return performance.now() - start;
        };
        const unknownEmail = () => `${newId()}@merchant.test`;
        for (let warm = 0; warm < 20; warm += 1) await time(known[warm % KNOWN] ?? unknownEmail());
        const times = await inTurns(TRIES, {
          value: (tries) => time(known[tries % KNOWN] ?? ''),
          reference: () => time(unknownEmail()),
        });
        figures.push(figure(name, medians(times)));
      }
      return figures;
    } finally {
      await api.stop();
    }
  });
}

function figure(name: string, { value, reference }: Pair<number>): Figure {
  const ratio = value / reference;
  return {
    name: `${name} with a known mail address, median of ${TRIES}`,
    value,
    unit: 'ms',
    reference: { name: 'an unknown address', value: reference },
    target: '0.90 to 1.10 of the reference',
    ok: ratio >= 0.9 && ratio <= 1.1,
  };
}
