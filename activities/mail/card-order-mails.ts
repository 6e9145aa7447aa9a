import type { BusHandler } from '../../db/bus/port.ts';
import { CARD_ORDER_MAIL, type CardOrderMail } from '../../db/card-orders/publish.ts';
import { customerOf, readCardOrder } from '../../db/card-orders/read.ts';
import type { CardOrderRow } from '../../db/card-orders/rows.ts';
import { findSellingShop } from '../../db/card-orders/shops.ts';
import { gateDecimals } from '../../domain/assets/assets.ts';
import type { Language } from '../../domain/languages.ts';
import { currencyDecimals } from '../../domain/money/currencies.ts';
import { formatAmount, formatTrimmed } from '../../domain/money/money.ts';
import { enqueueOnce, type InvoiceMails } from './consumers.ts';
import { coinsText } from './invoice-values.ts';
import { payerAllowance } from './payer-allowances.ts';
import { type Fact, type MailContent, renderMail } from './template.ts';
import { asName } from './values.ts';
import { CARD_ORDER_WORDS } from './words/card-orders.ts';

/** The composer of emails about purchases by card, and its sources. */
export const CARD_ORDER_MAIL_QUEUE = 'card-order-mail';
export const CARD_ORDER_MAIL_TOPICS = [CARD_ORDER_MAIL] as const;

/** The statuses that customers are mailed about. A chargeback is not one: customers request it from their bank. */
const MAILED = ['delivered', 'declined', 'rejected', 'refunded', 'failed'] as const;
type MailedStatus = (typeof MAILED)[number];

/** Emails the customer of an order how it ended, once however often the message comes. */
export function onCardOrderMail({ db, secrets, publicUrl }: Omit<InvoiceMails, 'links'>): BusHandler {
  return async ({ eventId, payload }) => {
    const { cardOrderId, status } = payload as CardOrderMail;
    const mailed = MAILED.find((each) => each === status);
    const row = await readCardOrder(db, cardOrderId);
    const customer = await customerOf(db, row);
    if (mailed === undefined || customer === null) return;
    const shop = await findSellingShop(db, row.profileId);
    const { merchantId, mode, language } = row;
    const key = `${eventId}.customer`;
    const content = mailOf(row, { status: mailed, language: language ?? 'en', shop: shop?.name ?? '', publicUrl });
    const messageId = `${key}@${new URL(publicUrl).hostname}`;
    const isAllowed = payerAllowance(secrets, { merchantId, mode, to: customer.email });
    await enqueueOnce(db, [
      { key, mail: { messageId, to: customer.email, replyTo: null, logoOf: row.profileId, ...content }, isAllowed },
    ]);
  };
}

interface About {
  readonly status: MailedStatus;
  readonly language: Language;
  readonly shop: string;
  readonly publicUrl: string;
}

function mailOf(row: CardOrderRow, { status, language, shop, publicUrl }: About): MailContent {
  const words = CARD_ORDER_WORDS[language];
  const isTest = row.mode === 'sandbox';
  const { gateId, deliveredMinor, cryptoMinor } = row;
  const coins = formatTrimmed(deliveredMinor ?? cryptoMinor, gateDecimals(gateId));
  const button =
    row.invoiceId === null
      ? {}
      : { button: { label: words.invoice, url: `${publicUrl}/invoice/${row.invoiceId}?lang=${language}` } };
  return renderMail({
    language,
    sender: asName(shop),
    subject: `${isTest ? '[Sandbox] ' : ''}${words[status]}`,
    heading: words[status],
    notice: isTest ? words.sandbox : undefined,
    figure: coinsText(coins, gateId, language),
    paragraphs: [words[`${status}Text`]],
    facts: factsOf(row, status, language),
    ...button,
    footer: [words.why],
  });
}

function factsOf(row: CardOrderRow, status: MailedStatus, language: Language): Fact[] {
  const words = CARD_ORDER_WORDS[language];
  const fact = (label: string, value: string | null, isCode = true): Fact[] =>
    value === null ? [] : [{ label, value, isCode }];
  const total = `${formatAmount(row.fiatMinor, currencyDecimals(row.fiat))} ${row.fiat}`;
  return [
    ...fact(words.charged, status === 'delivered' ? total : null, false),
    ...fact(words.address, row.address),
    ...fact(words.tag, row.destinationTag === null ? null : row.destinationTag.toString()),
    ...fact(words.transaction, status === 'delivered' ? row.deliveredTxid : null),
  ];
}
