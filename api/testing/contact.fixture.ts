import { findProof } from '../../domain/forms/proof-of-work.ts';
import type { TestApi } from './server.fixture.ts';

/** A visitor's question. */
export const QUESTION = {
  name: 'Ada Lovelace',
  email: 'ada@shop.example',
  subject: 'Settlement in euro',
  message: 'When does a settlement in euro arrive?',
};

/** A clock that tests move, for `deps.now`. */
export interface TestClock {
  passedMs: number;
}

let networks = 0;
/** Each caller has a network of its own, unless a test names one. */
export const newIp = () => `10.9.${Math.floor(networks / 250)}.${(networks++ % 250) + 1}`;

export function proofOf(token: string): string {
  const found = findProof(token, { from: 0, tries: 10_000_000 });
  if (!('proof' in found)) throw new Error('No proof was found.');
  return found.proof;
}

/** Sends forms as the script of the public pages does. */
export function visitorForms(api: () => TestApi, clock: TestClock) {
  const ticket = async () => (await api().call({ url: '/spa/contact/form' })).json.data.token as string;
  return {
    ticket,
    /** A token that a person has had for some seconds, with its proof. */
    async proven() {
      const token = await ticket();
      clock.passedMs += 3_000;
      return { token, proof: proofOf(token) };
    },
    async post(kind: string, body: object, ip = newIp()) {
      const answer = await api().app.inject({
        method: 'POST',
        url: `/spa/contact/${kind}`,
        remoteAddress: ip,
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      });
      return { status: answer.statusCode, json: answer.json() };
    },
  };
}
