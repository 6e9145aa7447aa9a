import type { WalletPayment } from '../../../contract/wallet-payment.ts';

/** The fields of `eth_sendTransaction`; the wallet adds fee and nonce. */
export interface EvmOrder {
  readonly from: string;
  readonly to: string;
  readonly value: string;
  readonly data?: string;
  readonly chainId: string;
}

/** Coins go to the address itself, tokens by `transfer(address,uint256)` of their contract. */
export function evmOrder(payment: WalletPayment, from: string): EvmOrder {
  const minor = BigInt(payment.minor);
  const chainId = hex(payment.chain_id ?? 0);
  if (payment.token === null) return { from, to: payment.address, value: hex(minor), chainId };
  const data = `0xa9059cbb${word(payment.address)}${minor.toString(16).padStart(64, '0')}`;
  return { from, to: payment.token, value: '0x0', data, chainId };
}

/** The call that answers what an account has of the coin or token. */
export function evmBalanceCall({ token }: WalletPayment, account: string) {
  return token === null
    ? { method: 'eth_getBalance', params: [account, 'latest'] }
    : { method: 'eth_call', params: [{ to: token, data: `0x70a08231${word(account)}` }, 'latest'] };
}

export const hex = (value: bigint | number): string => `0x${value.toString(16)}`;

const word = (address: string): string => address.replace(/^0x/i, '').toLowerCase().padStart(64, '0');
