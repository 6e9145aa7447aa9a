import type { PaymentVerdict } from '../../contract/payment-verdict.ts';
import type { FoundVerdict } from '../../db/claims/find.ts';
import { type CryptoGateId, gate, gateDecimals } from '../../domain/assets/assets.ts';
import type { AddressCode } from '../../domain/claims/pasted-address.ts';
import type { InvoiceRecord } from '../../domain/invoices/record.ts';
import { intlTag, type Language } from '../../domain/languages.ts';
import { separatorsOf, writeDecimal } from '../../domain/money/decimal-text.ts';
import { formatTrimmed } from '../../domain/money/money.ts';
import { verdictWords } from '../pages/claim-page.ts';
import { feeHint } from '../pages/fee-hint.ts';
import { PAGE_WORDS } from '../pages/page-words.ts';

/** The verdict on a transaction, in words and with what the invoice still lacks. */
export function presentVerdict(verdict: FoundVerdict, record: InvoiceRecord, language: Language): PaymentVerdict {
  const { code, payment } = verdict;
  const { heading, text } = verdictWords({ gateId: record.quote?.gateId ?? null }, verdict, language);
  const lacksMinor = record.quote === null ? 0n : record.quote.amountDueMinor - record.amountPaidMinor;
  return {
    code,
    title: heading,
    text,
    hint: feeHint(verdict, language),
    amount: payment?.gateId == null ? null : coinsText(payment.amountMinor, payment.gateId, language),
    missing:
      code === 'short' && record.quote !== null && lacksMinor > 0n
        ? coinsText(lacksMinor, record.quote.gateId, language)
        : null,
    confirmations:
      payment === null || code === 'failed'
        ? null
        : { current: payment.confirmations, required: payment.requiredConfirmations },
    can_claim: code === 'claimable' || code === 'claimed',
  };
}

/** Two minutes bring a payment that was sent to the nodes of every network. */
const SHOWS_AFTER_MS = 2 * 60_000;

/**
 * The verdict on an address to which nothing of this invoice was paid. A payer who said so long ago that it was paid
 * hears that it was probably not sent.
 */
export function presentAddress(
  code: AddressCode,
  language: Language,
  { payerClaimedAt, nowMs }: { readonly payerClaimedAt: Date | null; readonly nowMs: number },
): PaymentVerdict {
  const words = PAGE_WORDS[language].claim;
  const [title, text] = ADDRESS_TEXTS[code];
  const isSaidLongAgo = payerClaimedAt !== null && nowMs - payerClaimedAt.getTime() >= SHOWS_AFTER_MS;
  return {
    code,
    title: words[title],
    text: words[text],
    hint: isSaidLongAgo && code === 'own_address' ? words.saidPaid : null,
    amount: null,
    missing: null,
    confirmations: null,
    can_claim: code === 'our_address',
  };
}

const ADDRESS_TEXTS = {
  own_address: ['ownAddress', 'ownAddressText'],
  earlier_coin: ['earlierCoin', 'earlierCoinText'],
  our_address: ['ourAddress', 'ourAddressText'],
  wrong_network: ['wrongNetwork', 'wrongNetworkText'],
  foreign_address: ['foreignAddress', 'foreignAddressText'],
} as const satisfies Readonly<Record<AddressCode, readonly [string, string]>>;

/** An exact amount as the language writes it: `0,002 BTC`. */
export function coinsText(minor: bigint, gateId: CryptoGateId, language: Language): string {
  const amount = writeDecimal(formatTrimmed(minor, gateDecimals(gateId)), separatorsOf(intlTag(language)));
  return `${amount} ${gate(gateId).asset}`;
}
