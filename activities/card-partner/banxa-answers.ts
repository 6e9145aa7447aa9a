import { gate } from '../../domain/assets/assets.ts';
import { currencyDecimals, isCurrency } from '../../domain/money/currencies.ts';
import { gateOfCoin, methodOf, statusOf } from './codes.ts';
import type { PartnerCoin, PartnerCountry, PartnerFiat, PartnerMethod, PartnerOrder } from './port.ts';
import { type Json, listIn, minorIn, objectIn, textIn, timeIn, webAddressIn } from './values.ts';

/** Their fiat currencies that we know: unknown currencies and methods are left out. */
export function readFiats(answer: Json): PartnerFiat[] {
  return listOf(answer).flatMap((each) => {
    const { id, supportedPaymentMethods } = objectIn(each);
    const currency = textIn(id, 3);
    if (currency === null || !isCurrency(currency)) return [];
    const places = currencyDecimals(currency);
    const methods = listIn(supportedPaymentMethods).flatMap((offered): PartnerMethod[] => {
      const { id: code, minimum, maximum } = objectIn(offered);
      const method = methodOf(textIn(code) ?? '');
      if (method === null) return [];
      return [{ method, minMinor: minorIn(minimum, places, 'up'), maxMinor: minorIn(maximum, places, 'down') }];
    });
    return [{ currency, methods }];
  });
}

/** The coins of theirs that are gates of ours. */
export function readCoins(answer: Json): PartnerCoin[] {
  return listOf(answer).flatMap((each) => {
    const { id, blockchains } = objectIn(each);
    return listIn(blockchains).flatMap((network): PartnerCoin[] => {
      const { id: blockchain, minimum, unsupportedCountries } = objectIn(network);
      const gateId = gateOfCoin(textIn(id) ?? '', textIn(blockchain) ?? '');
      if (gateId === null) return [];
      const minMinor = minorIn(minimum, gate(gateId).decimals, 'up');
      return [{ gateId, minMinor, excluded: readExcluded(unsupportedCountries) }];
    });
  });
}

/** Countries with the states that are excluded; a list without states is the whole country. */
function readExcluded(value: Json | undefined): PartnerCoin['excluded'] {
  return new Map(
    Object.entries(objectIn(value)).map(([country, states]) => [
      isoCountry(country),
      listIn(states).flatMap((state) => textIn(state, 10) ?? []),
    ]),
  );
}

export function readCountries(answer: Json): PartnerCountry[] {
  return listOf(answer).flatMap((each) => {
    const { id, description, states } = objectIn(each);
    const code = textIn(id, 2);
    if (code === null) return [];
    return [
      {
        code: isoCountry(code),
        name: textIn(description) ?? code,
        states: listIn(states).flatMap((state) => {
          const of = objectIn(state);
          const stateCode = textIn(of.id, 10);
          return stateCode === null ? [] : [{ code: stateCode, name: textIn(of.description) ?? stateCode }];
        }),
      },
    ];
  });
}

/** Some of their lists write the United Kingdom as `UK`, which is no code of ISO 3166. */
function isoCountry(code: string): string {
  const upper = code.toUpperCase();
  return upper === 'UK' ? 'GB' : upper;
}

/** Null if it has no id. */
export function readOrder(answer: Json): PartnerOrder | null {
  const outer = objectIn(answer);
  const order = objectIn(outer.data ?? outer.order ?? answer);
  const partnerId = textIn(order.id, 64);
  const statusText = textIn(order.status, 64) ?? '';
  if (partnerId === null) return null;
  const coin = objectIn(order.crypto);
  const code = textIn(coin.id) ?? textIn(order.crypto) ?? '';
  const gateId = gateOfCoin(code, textIn(coin.blockchain) ?? textIn(order.blockchain) ?? '');
  const currency = textIn(order.fiat, 3) ?? '';
  const tag = textIn(order.walletAddressTag, 20);
  return {
    partnerId,
    reference: textIn(order.externalId) ?? textIn(order.externalOrderId),
    customerId: textIn(order.externalCustomerId),
    status: statusOf(statusText),
    statusText,
    gateId,
    currency,
    fiatMinor: isCurrency(currency) ? minorIn(order.fiatAmount, currencyDecimals(currency), 'exact') : null,
    cryptoMinor: gateId === null ? null : minorIn(order.cryptoAmount, gate(gateId).decimals, 'down'),
    address: textIn(order.walletAddress),
    destinationTag: tag !== null && /^\d+$/.test(tag) ? BigInt(tag) : null,
    txid: txidIn(order.transactionHash),
    payerUrl: webAddressIn(order.orderStatusUrl),
    createdAtMs: timeIn(order.createdAt),
    updatedAtMs: timeIn(order.updatedAt),
  };
}

/** They write `"0"` while there is no transaction. */
function txidIn(value: Json | undefined): string | null {
  const text = textIn(value, 128);
  return text === null || /^0*$/.test(text) ? null : text;
}

/** A list, bare or inside of `data`. */
function listOf(answer: Json): readonly Json[] {
  const bare = listIn(answer);
  return bare.length > 0 ? bare : listIn(objectIn(answer).data);
}
