import type { Chain } from '../../db/chain/cursor.ts';
import { ChainUnavailableError } from '../chain/port.ts';

/** Calls the node of a chain. @throws ChainUnavailableError also without a call, while the node is silent */
export type AskNode = <Answer>(chain: Chain, question: () => Promise<Answer>) => Promise<Answer>;

/** Far longer than a working node takes. */
const SLOW_MS = 5_000;

/**
 * Prevents a node that never answers from occupying the whole signer and stopping the payouts of all other networks.
 * After a few seconds without an answer, all calls but the oldest are abandoned, and until the node answers again it
 * gets only one call at a time.
 */
export function createSilentNodeGuard(slowMs: number = SLOW_MS): AskNode {
  const chains = new Map<string, Requested>();
  return (chain, question) => {
    const name = `${chain.mode}:${chain.network}`;
    const at = chains.get(name) ?? { isSilent: false, leave: new Set() };
    chains.set(name, at);
    const isSilent = () =>
      new ChainUnavailableError(`The node of ${chain.network} does not answer; one question to it is open.`);
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
            at.isSilent = error instanceof ChainUnavailableError;
            reject(error);
          },
        )
        .finally(over);
    });
  };
}

interface Requested {
  /** The node has not answered lately. */
  isSilent: boolean;
  /** Abandons the waiting calls, oldest first. */
  readonly leave: Set<() => void>;
}

function becomesSilent(at: Requested): void {
  at.isSilent = true;
  const [, ...others] = at.leave;
  for (const leave of others) leave();
}
