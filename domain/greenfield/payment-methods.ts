import { CRYPTO_GATES, type CryptoGateId, gates } from '../assets/assets.ts';

/** The gate in BTCPay's spelling since 2.0: `BTC-CHAIN`, and for a token its network, `USDT-TRC20`. */
export function paymentMethodOf(gateId: CryptoGateId): string {
  const [asset, token] = gateId.split('_');
  return token === undefined ? `${gateId}-CHAIN` : `${asset}-${token}`;
}

/**
 * The gate that a plugin's name of a payment method means; `elsewhere` for one that BTCPay has and Tidegate has not
 * (Lightning), or undefined for no name at all. Every spelling counts: `BTC-CHAIN`, `BTC_CHAIN`, `BTC`, `BTC_OnChain`
 * and our own `USDT_TRC20`, in any case.
 */
export function readPaymentMethod(name: string): CryptoGateId | 'elsewhere' | undefined {
  const key = name.trim().toUpperCase().replaceAll('_', '-');
  return NAMES.get(key) ?? (LIGHTNING.test(key) ? 'elsewhere' : undefined);
}

const LIGHTNING = /^(BTC|LTC)-(LN|LNURL|LNURLPAY|LIGHTNINGNETWORK|LIGHTNINGLIKE)$/;

const NAMES: ReadonlyMap<string, CryptoGateId> = new Map(
  CRYPTO_GATES.flatMap((id) => spellings(id).map((s) => [s, id])),
);

function spellings(id: CryptoGateId): string[] {
  const own = id.replaceAll('_', '-');
  const names = [own, `${own}-CHAIN`, `${own}-ONCHAIN`, `${own}-BTCLIKE`, paymentMethodOf(id)];
  // A coin that exists on one network only needs no network in its name.
  const { asset } = gates[id];
  const isOnly = CRYPTO_GATES.filter((each) => gates[each].asset === asset).length === 1;
  return isOnly ? [...names, asset] : names;
}
