import type { Network } from '../../../domain/assets/assets.ts';

/** The interface of a wallet in the browser (EIP-1193, and TIP-1193 of TRON). */
export interface WalletProvider {
  /** Of TRON's wallets: the library in which they sign. */
  readonly tronWeb?: { readonly trx?: { sign(transaction: object): Promise<unknown> } };
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
