import type { RefundMessage } from '../../../contract/signed-refund.ts';
import { accountsOf, answerOf, WalletError, type WalletProvider } from './browser-wallets.ts';

/** The wallet does not have the account that paid. */
export class OtherAccountError extends Error {}

/**
 * Has a wallet of the browser sign the message with the account that paid: EIP-191, on TRON TIP-191.
 * @returns the signature in hex
 * @throws OtherAccountError, WalletError
 */
export async function signByWallet(
  provider: WalletProvider,
  { network, message, signer }: RefundMessage,
): Promise<string> {
  const accounts = await accountsOf(provider);
  const account = accounts.find((each) => each.toLowerCase() === signer.toLowerCase());
  // Wallets of TRON sign with their present account alone.
  if (account === undefined || (network === 'TRON' && account !== accounts[0])) throw new OtherAccountError();
  const signature = await answerOf(
    network === 'TRON' ? signOnTron(provider, message) : sign(provider, message, account),
  );
  if (typeof signature !== 'string') throw new WalletError('failed');
  return signature;
}

function sign(provider: WalletProvider, message: string, account: string): Promise<unknown> {
  const bytes = [...new TextEncoder().encode(message)].map((byte) => byte.toString(16).padStart(2, '0'));
  return provider.request({ method: 'personal_sign', params: [`0x${bytes.join('')}`, account] });
}

async function signOnTron({ tronWeb }: WalletProvider, message: string): Promise<unknown> {
  return tronWeb?.trx?.signMessageV2?.(message);
}
