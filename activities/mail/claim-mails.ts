import type { BusHandler } from '../../db/bus/port.ts';
import { CLAIM_MAIL, type ClaimMail } from '../../db/claims/publish.ts';
import { readClaim, withDetails } from '../../db/claims/read.ts';
import type { ClaimRow } from '../../db/claims/rows.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { one, prepared } from '../../db/core/sql.ts';
import { emailForPayers, nameForPayers } from '../../db/shops/open-shop.ts';
import { ROLES, roleMay } from '../../domain/accounts/permissions.ts';
import { gateDecimals } from '../../domain/assets/assets.ts';
import type { Language } from '../../domain/languages.ts';
import { formatTrimmed } from '../../domain/money/money.ts';
import { enqueueOnce, type InvoiceMails } from './consumers.ts';
import { coinsText } from './invoice-values.ts';
import type { KeyedMail, OutgoingMail } from './mailer.ts';
import { payerAllowance } from './payer-allowances.ts';
import { mailReaders, type Reader, shopIdSql } from './readers.ts';
import { type Fact, type MailContent, renderMail } from './template.ts';
import { asName, fill } from './values.ts';
import { CLAIM_MAIL_WORDS } from './words/claims.ts';

/** The composer of emails about claims, and its sources. */
export const CLAIM_MAIL_QUEUE = 'claim-mail';
export const CLAIM_MAIL_TOPICS = [CLAIM_MAIL] as const;

/**
 * Emails the claimant in the language of the claim, the payer of the invoice if somebody else claimed (so that no theft
 * goes unnoticed), and the merchant's people: of a payer's claim always, of its outcome as the profile has chosen for
 * refunds. Each once however often the message comes.
 */
export function onClaimMail({ db, secrets, publicUrl }: Omit<InvoiceMails, 'links'>): BusHandler {
  return async ({ eventId, payload }) => {
    const { claimId, status } = payload as ClaimMail;
    const [claim] = await withDetails(db, [await readClaim(db, claimId)]);
    if (claim === undefined) return;
    const about = await one<AboutRow>(db, aboutSql, [claimId]);
    const news = { ...claim, status, about, publicUrl };
    const people = await readersOf(db, claim.row, { status, about });
    const domain = new URL(publicUrl).hostname;
    const mails = [
      ...toPayers(news).map((mail, at) => ({
        mail,
        key: `${eventId}.payer${at}`,
        isAllowed: payerAllowance(secrets, { merchantId: claim.row.merchantId, mode: claim.row.mode, to: mail.to }),
      })),
      ...people.map(({ id, email, language }) => ({
        mail: { to: email, replyTo: null, ...shopMail(news, language) },
        key: `${eventId}.${id}`,
      })),
    ].map(({ mail, ...rest }): KeyedMail => ({ ...rest, mail: { messageId: `${rest.key}@${domain}`, ...mail } }));
    if (mails.length > 0) await enqueueOnce(db, mails);
  };
}

interface ClaimNews {
  readonly row: ClaimRow;
  readonly paidTxid: string | null;
  readonly status: ClaimMail['status'];
  readonly about: AboutRow;
  readonly publicUrl: string;
}

type Unsent = Omit<OutgoingMail, 'messageId'>;

/** A merchant's own claim is news for its people, who read it in the back office. */
function toPayers(news: ClaimNews): Unsent[] {
  const { row, status, about } = news;
  const language = row.language ?? 'en';
  const send = (to: string, content: MailContent): Unsent => ({
    to,
    replyTo: about.support_email,
    logoOf: row.profileId,
    ...content,
  });
  const claimant = row.email === null ? [] : [send(row.email, payerMail(news, { language, isOther: false }))];
  const payer = about.customer_email;
  const isOther = payer !== null && payer.toLowerCase() !== row.email?.toLowerCase();
  const warned =
    isOther && status === 'received'
      ? [send(payer, payerMail(news, { language: about.language ?? 'en', isOther: true }))]
      : [];
  return [...claimant, ...warned];
}

function payerMail(news: ClaimNews, { language, isOther }: { language: Language; isOther: boolean }): MailContent {
  const { row, status, about, publicUrl } = news;
  const words = CLAIM_MAIL_WORDS[language];
  const text = isOther ? words.otherText : words[`${status}Text`];
  const link =
    row.invoiceId === null || row.claimant === 'merchant'
      ? {}
      : { button: { label: words.check, url: `${publicUrl}/invoice/${row.invoiceId}/claim?lang=${language}` } };
  return renderMail({
    ...commonOf(news, { language, heading: words[status], sender: asName(about.merchant_name) }),
    paragraphs: [text],
    ...link,
    footer: [words.why],
  });
}

/** To the merchant's people. */
function shopMail(news: ClaimNews, language: Language): MailContent {
  const { row, about, publicUrl, status } = news;
  const words = CLAIM_MAIL_WORDS[language];
  const [heading, text] =
    status === 'done'
      ? [words.shopDone, words.shopDoneText]
      : status === 'declined'
        ? [words.shopRefused, words.shopRefusedText]
        : [words.shopReceived, words.shopReceivedText];
  return renderMail({
    ...commonOf(news, { language, heading, sender: 'Tidegate' }),
    paragraphs: [text],
    button: { label: words.open, url: `${publicUrl}/history?tab=claims&claim=${row.id}` },
    footer: [fill(words.whyShop, { profile: about.profile_name })],
  });
}

function commonOf(
  { row, paidTxid, status }: ClaimNews,
  { language, heading, sender }: { language: Language; heading: string; sender: string },
) {
  const words = CLAIM_MAIL_WORDS[language];
  const isTest = row.mode === 'sandbox';
  const figure =
    row.gateId === null
      ? undefined
      : coinsText(formatTrimmed(row.amountMinor, gateDecimals(row.gateId)), row.gateId, language);
  return {
    language,
    sender,
    subject: `${isTest ? '[Sandbox] ' : ''}${heading}`,
    heading,
    notice: isTest ? words.sandbox : undefined,
    figure,
    facts: factsOf(row, { language, paidTxid: status === 'done' ? paidTxid : null, isRefused: status === 'declined' }),
  };
}

function factsOf(
  row: ClaimRow,
  { language, paidTxid, isRefused }: { language: Language; paidTxid: string | null; isRefused: boolean },
): Fact[] {
  const words = CLAIM_MAIL_WORDS[language];
  const { gateId, netMinor } = row;
  const fact = (label: string, value: string | null, isCode = true): Fact[] =>
    value === null ? [] : [{ label, value, isCode }];
  const net =
    gateId === null || netMinor === null
      ? null
      : coinsText(formatTrimmed(netMinor, gateDecimals(gateId)), gateId, language);
  return [
    ...fact(words.transaction, row.txid),
    ...(isRefused ? fact(words.reason, row.note, false) : []),
    ...(isRefused ? [] : fact(words.net, net, false)),
    ...fact(words.address, row.address),
    ...fact(words.paidBy, paidTxid),
  ];
}

async function readersOf(
  db: Db,
  { merchantId, claimant }: ClaimRow,
  { status, about }: Pick<ClaimNews, 'status' | 'about'>,
): Promise<readonly Reader[]> {
  const isNews = status === 'received' && claimant === 'payer';
  const isChosen =
    (status === 'done' && about.email_events.includes('refund.done')) ||
    (status === 'declined' && about.email_events.includes('refund.canceled'));
  if (!isNews && !isChosen) return [];
  return mailReaders(db, { merchantId, shopId: about.shop_id, roles: DECIDERS });
}

const DECIDERS = ROLES.filter((role) => roleMay(role, 'merchant_refund_create'));

interface AboutRow {
  readonly shop_id: string;
  readonly merchant_name: string;
  readonly profile_name: string;
  readonly support_email: string | null;
  readonly email_events: readonly string[];
  readonly customer_email: string | null;
  readonly language: Language | null;
}

const aboutSql = prepared(`
  SELECT ${shopIdSql} AS shop_id, p.name AS profile_name, ${emailForPayers} AS support_email, p.email_events,
    i.language,
    CASE WHEN c.claimant = 'payer' THEN i.customer ->> 'email' END AS customer_email,
    ${nameForPayers} AS merchant_name
  FROM claim c JOIN profile p ON p.id = c.profile_id JOIN merchant m ON m.id = c.merchant_id
  LEFT JOIN invoice i ON i.id = c.invoice_id WHERE c.id = $1`);
