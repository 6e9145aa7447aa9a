import { formatTrimmed } from '../money/money.ts';
import { type ChainKind, type CryptoGateId, gate } from './assets.ts';

export interface PaymentUriInput {
  readonly gateId: CryptoGateId;
  readonly address: string;
  readonly tag: bigint | null;
  /** The amount still to be paid, in minor units; with nothing left the link carries no amount. */
  readonly amountMinor: bigint;
  readonly chain: ChainKind;
  /** The EIP-155 chain id where it is not the usual one of the chain's kind. */
  readonly evmChainId?: number;
}

export interface PaymentUri {
  /** The content of the main QR code. */
  readonly uri: string;
  /** The content of the second QR code, for wallets that read addresses only. */
  readonly addressOnly: string;
  /** A link a wallet app may open, null where there is no safe one. */
  readonly openInWallet: string | null;
}

/**
 * QR and link payloads. BTC and LTC: BIP-21. BCH: the same, and the CashAddr prefix is the scheme, never doubled. ETH:
 * EIP-681 with chain id and wei. USDT and TRON: the bare address, because EIP-681 `transfer` links have sent money to
 * the token contract in some wallets. XRP: `xrpl:` with amount and tag.
 */
export function paymentUri(input: PaymentUriInput): PaymentUri {
  const { gateId, address } = input;
  const link = walletLink(input);
  const addressOnly = gateId === 'BCH' ? withScheme('bitcoincash', address) : address;
  return { uri: link ?? addressOnly, addressOnly, openInWallet: link };
}

function walletLink({ gateId, address, tag, amountMinor, chain, evmChainId }: PaymentUriInput): string | null {
  const amount = amountMinor > 0n ? formatTrimmed(amountMinor, gate(gateId).decimals) : null;
  switch (gateId) {
    case 'BTC':
      return withQuery(`bitcoin:${address}`, { amount });
    case 'LTC':
      return withQuery(`litecoin:${address}`, { amount });
    case 'BCH':
      return withQuery(withScheme('bitcoincash', address), { amount });
    case 'ETH': {
      const value = amountMinor > 0n ? amountMinor.toString() : null;
      return withQuery(`ethereum:${address}@${evmChainId ?? EVM_CHAIN_IDS[chain]}`, { value });
    }
    case 'XRP':
      return withQuery(`xrpl:${address}`, { amount, dt: tag === null ? null : tag.toString() });
    case 'TRX':
    case 'USDT_TRC20':
    case 'USDT_ERC20':
      return null;
    default:
      return gateId satisfies never;
  }
}

/** EIP-155: Ethereum, Sepolia, and the usual id of private development chains. */
export const EVM_CHAIN_IDS: Readonly<Record<ChainKind, number>> = { main: 1, test: 11_155_111, regtest: 31_337 };

function withScheme(scheme: string, address: string): string {
  return address.includes(':') ? address : `${scheme}:${address}`;
}

function withQuery(base: string, parameters: Record<string, string | null>): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]));
  return pairs.length === 0 ? base : `${base}?${pairs.join('&')}`;
}
