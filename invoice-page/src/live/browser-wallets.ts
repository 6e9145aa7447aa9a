import type { Network } from '../../../domain/assets/assets.ts';
import { problemOf, type WalletProblem } from '../model/wallet-problem.ts';

/** The interface of a wallet in the browser (EIP-1193, and TIP-1193 of TRON). */
export interface WalletProvider {
  /** Of TRON's wallets: the library in which they sign. */
  readonly tronWeb?: {
    readonly trx?: { sign(transaction: object): Promise<unknown>; signMessageV2?(text: string): Promise<unknown> };
  };
  request(ask: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>;
}

/** A wallet of the payer's browser; all of it is its own word. */
export interface BrowserWallet {
  readonly id: string;
  readonly name: string;
  readonly provider: WalletProvider;
}

/** The events by which wallets make themselves known: EIP-6963, and the same for TRON (TIP-6963). */
const EVENTS: Readonly<Partial<Record<Network, string>>> = { ETH: 'eip6963', TRON: 'TIP6963' };

const LONGEST_NAME = 24;

/**
 * Finds the wallets of this browser for a network and calls back with all known ones whenever one was found. Nothing is
 * asked of a wallet, so none shows anything. @returns what ends it
 */
export function watchWallets(network: Network, onFound: (wallets: readonly BrowserWallet[]) => void): () => void {
  const events = EVENTS[network];
  if (events === undefined) return () => undefined;
  const found = new Map<string, BrowserWallet>();
  const learn = (event: Event) => {
    const wallet = walletOf((event as CustomEvent<unknown>).detail);
    if (wallet === null || found.has(wallet.id)) return;
    found.set(wallet.id, wallet);
    onFound([...found.values()]);
  };
  const announced = `${events}:announceProvider`;
  window.addEventListener(announced, learn);
  window.dispatchEvent(new Event(`${events}:requestProvider`));
  return () => window.removeEventListener(announced, learn);
}

/** The announced wallet; null for anything else, because any script of the browser may announce. */
function walletOf(detail: unknown): BrowserWallet | null {
  const { info, provider } = Object(detail);
  const { uuid, rdns, name } = Object(info);
  if (typeof Object(provider).request !== 'function' || typeof name !== 'string' || name.trim() === '') return null;
  return { id: `${rdns ?? ''}:${uuid ?? name}`, name: name.trim().slice(0, LONGEST_NAME), provider };
}

/** A wallet that did not do as requested. `unclear`: it was to send, and nobody knows whether it did. */
export class WalletError extends Error {
  readonly problem: WalletProblem;

  constructor(problem: WalletProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** The accounts that the wallet shows to this page, the present one first; it may ask the payer. @throws WalletError */
export async function accountsOf(provider: WalletProvider): Promise<[string, ...string[]]> {
  const answer = await answerOf(provider.request({ method: 'eth_requestAccounts' }));
  const [first, ...others] = Array.isArray(answer) ? answer.filter((account) => typeof account === 'string') : [];
  if (first === undefined || first === '') throw new WalletError('declined');
  return [first, ...others];
}

/** An answer of the wallet. @throws WalletError */
export function answerOf<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    throw new WalletError(problemOf(error));
  });
}
