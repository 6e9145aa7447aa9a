import type { WalletPayment } from '../../../contract/wallet-payment.ts';
import { evmBalanceCall, evmOrder, hex } from '../model/wallet-order.ts';
import { problemOf } from '../model/wallet-problem.ts';
import { accountsOf, answerOf, type BrowserWallet, WalletError, type WalletProvider } from './browser-wallets.ts';
import type { InvoiceStore } from './store.ts';

/** The question that the wallet shows the payer now. */
export type WalletStep = 'connect' | 'switch' | 'confirm';

export interface WalletAsk {
  readonly store: InvoiceStore;
  readonly wallet: BrowserWallet;
  /** The amount that the payer sees: another one is not sent. */
  readonly amount: string;
  readonly onStep: (step: WalletStep) => void;
}

/**
 * Lets a wallet of the browser pay the missing amount. Nothing is sent before the payer has confirmed it in the wallet.
 * @returns the ID of the transaction, as the wallet says it
 * @throws WalletError, and ClientError where the server refuses
 */
export async function payByWallet({ store, wallet: { provider }, amount, onStep }: WalletAsk): Promise<string> {
  onStep('connect');
  const [account] = await accountsOf(provider);
  const payment = await store.walletPayment();
  if (Number(payment.amount) !== Number(amount)) throw new WalletError('changed');
  await bringToChain(provider, payment, onStep);
  const paying = { provider, payment, account, onStep };
  return payment.network === 'TRON' ? payOnTron(store, paying) : payOnEvm(paying);
}

interface Paying {
  readonly provider: WalletProvider;
  readonly payment: WalletPayment;
  readonly account: string;
  readonly onStep: WalletAsk['onStep'];
}

async function payOnEvm({ provider, payment, account, onStep }: Paying): Promise<string> {
  if (await isTooPoor(provider, payment, account)) throw new WalletError('funds');
  onStep('confirm');
  const order = evmOrder(payment, account);
  const txid = await answerOf(provider.request({ method: 'eth_sendTransaction', params: [order] }));
  if (typeof txid !== 'string' || !/^0x[0-9a-f]{64}$/i.test(txid)) throw new WalletError('unclear');
  return txid;
}

/** The wallet only signs: its own way to the network would need this page to call strangers, which it may not. */
async function payOnTron(store: InvoiceStore, { provider, payment, account, onStep }: Paying): Promise<string> {
  const { transaction, order } = await store.tronTransaction({ from: account, minor: payment.minor });
  const trx = provider.tronWeb?.trx;
  if (typeof trx?.sign !== 'function') throw new WalletError('failed');
  onStep('confirm');
  const { signature } = Object(await answerOf(trx.sign(transaction)));
  const [signed] = Array.isArray(signature) ? signature : [];
  if (typeof signed !== 'string') throw new WalletError('failed');
  return (await store.sendSigned({ signature: signed, order })).txid;
}

/** Has the wallet on the network of the invoice, where it can be asked. @throws WalletError */
async function bringToChain(
  provider: WalletProvider,
  { chain_id }: WalletPayment,
  onStep: WalletAsk['onStep'],
): Promise<void> {
  if (chain_id === null) return;
  const chainId = hex(chain_id);
  if (await isOnChain(provider, chainId)) return;
  onStep('switch');
  const ask = { method: 'wallet_switchEthereumChain', params: [{ chainId }] };
  await provider.request(ask).catch((error: unknown) => {
    const problem = problemOf(error);
    throw new WalletError(problem === 'failed' ? 'network' : problem);
  });
  // Some wallets answer before they have switched, and some not at all.
  if (!(await isOnChain(provider, chainId))) throw new WalletError('network');
}

async function isOnChain(provider: WalletProvider, chainId: string): Promise<boolean> {
  const id = await answerOf(provider.request({ method: 'eth_chainId' }));
  return (typeof id === 'string' || typeof id === 'number') && hex(Number(id)) === chainId;
}

/** Only where the wallet says so: one that does not answer is not asked again. */
async function isTooPoor(provider: WalletProvider, payment: WalletPayment, account: string): Promise<boolean> {
  const balance = await provider.request(evmBalanceCall(payment, account)).catch(() => null);
  return typeof balance === 'string' && /^0x[0-9a-f]{1,64}$/i.test(balance) && BigInt(balance) < BigInt(payment.minor);
}
