import type { Chain } from '../../db/chain/cursor.ts';
import { ChainUnavailable } from '../chain/port.ts';

/**
 * Asks the node of a chain something, with the patience that is left for it. @throws ChainUnavailable also without
 * asking
 */
export type PatientAsk = <Answer>(chain: Chain, question: () => Promise<Answer>) => Promise<Answer>;

/** A node that answers takes a small part of this. */
const SLOW_MS = 5_000;

/**
 * Keeps a node that accepts questions and never answers from taking all that the signer can do at once, and with that
 * from stopping the payouts of every other network: after a few seconds without an answer one question goes on waiting
 * and the others are left, and until the node has answered again it is asked by one at a time.
 */
export function askWithPatience(slowMs: number = SLOW_MS): PatientAsk {
  const chains = new Map<string, Asked>();
  return (chain, question) => {
    const name = `${chain.mode}:${chain.network}`;
    const at = chains.get(name) ?? { isSilent: false, leave: new Set() };
    chains.set(name, at);
    const isSilent = () =>
      new ChainUnavailable(`The node of ${chain.network} does not answer; one question to it is open.`);
    if (at.isSilent && at.leave.size > 0) return Promise.reject(isSilent());
    return new Promise((resolve, reject) => {
      const leave = () => {
        over();
        reject(isSilent());
      };
      const timer = setTimeout(() => becomesSilent(at), slowMs);
      const over = () => {
        clearTimeout(timer);
        at.leave.delete(leave);
      };
      at.leave.add(leave);
      question()
        .then(
          (answer) => {
            at.isSilent = false;
            resolve(answer);
          },
          (error: unknown) => {
            at.isSilent = error instanceof ChainUnavailable;
            reject(error);
          },
        )
        .finally(over);
    });
  };
}

interface Asked {
  /** It has not answered lately. */
  isSilent: boolean;
  /** For each who waits for an answer, the oldest first: waits no longer. */
  readonly leave: Set<() => void>;
}

function becomesSilent(at: Asked): void {
  at.isSilent = true;
  const [, ...others] = at.leave;
  for (const leave of others) leave();
}
