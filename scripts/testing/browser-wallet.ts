import type { Page } from 'playwright-core';

/** A wallet extension of a test's browser; the test gives its answers. */
export interface TestWallet {
  readonly name: string;
  /** How it makes itself known. */
  readonly family: 'eip6963' | 'TIP6963';
  /** Answers a call; what it throws reaches the page with its `code` and `message`. */
  answer(method: string, params: readonly unknown[]): Promise<unknown>;
}

/** An error as wallets reject with. */
export function refusal(code: number, message: string): Error & { readonly code: number } {
  return Object.assign(new Error(message), { code });
}

/** Puts wallets into all documents that the page loads from now on, before any other script, as extensions do. */
export async function injectWallets(page: Page, wallets: readonly TestWallet[]): Promise<void> {
  const byName = new Map(wallets.map((wallet) => [wallet.name, wallet]));
  await page.exposeFunction('__askWallet', async (name: string, method: string, params: readonly unknown[]) => {
    try {
      return { value: await byName.get(name)?.answer(method, params) };
    } catch (error) {
      const { code, message } = Object(error);
      return { error: { code, message } };
    }
  });
  await page.addInitScript(
    (known) => {
      type Ask = (name: string, method: string, params: unknown) => Promise<{ value?: unknown; error?: object }>;
      const ask = (globalThis as unknown as { __askWallet: Ask }).__askWallet;
      for (const { name, family } of known) {
        const request = async ({ method, params = [] }: { method: string; params?: unknown }) => {
          const { value, error } = await ask(name, method, params);
          if (error !== undefined) throw error;
          return value;
        };
        const sign = (transaction: unknown) => request({ method: 'sign', params: [transaction] });
        const signMessageV2 = (text: string) => request({ method: 'signMessageV2', params: [text] });
        const provider = { request, tronWeb: { trx: { sign, signMessageV2 } } };
        const info = { uuid: name, name, icon: 'data:,', rdns: `test.${name}` };
        const announce = () => {
          const detail = Object.freeze({ info, provider });
          window.dispatchEvent(new CustomEvent(`${family}:announceProvider`, { detail }));
        };
        window.addEventListener(`${family}:requestProvider`, announce);
        announce();
      }
    },
    wallets.map(({ name, family }) => ({ name, family })),
  );
}
