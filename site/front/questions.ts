import { CRYPTO_GATES, gates } from '../../domain/assets/assets.ts';
import { MAX_INVOICE_EUR, MIN_INVOICE_EUR } from '../../domain/money/pricing.ts';
import { REFUND_LINK_DAYS } from '../../domain/refunds/link.ts';

export interface Question {
  readonly question: string;
  /** Complete by itself: search engines read it aloud. */
  readonly answer: string;
}

/** Those on the landing page. */
export const FIRST_QUESTIONS: readonly Question[] = [
  {
    question: 'Do I carry the risk of the rate?',
    answer:
      'Not for what you convert. Your customer sends the amount of the invoice, and what you chose to keep in euro is converted at the rate of that invoice when it is paid in time.',
  },
  {
    question: 'What do I need to go live?',
    answer: 'A verified company and the people behind it. The sandbox needs only an email address.',
  },
  {
    question: 'Can a payment be charged back?',
    answer:
      'No. A payment on a chain has no chargeback. You can refund it in part or as a whole, and your customer says where to.',
  },
  {
    question: 'What if my customer sends the wrong amount or the wrong coin?',
    answer:
      'The money is kept apart and shown on the invoice. You decide: accept it, wait for the rest, or send it back.',
  },
];

const COINS = CRYPTO_GATES.map((id) => `${gates[id].title} on ${gates[id].networkTitle}`).join(', ');
const SLOWEST = CRYPTO_GATES.map(
  (id) => `${gates[id].ticker} (${gates[id].networkTitle}): ${gates[id].confirmations}`,
).join(', ');

/** All of them, by topic. */
export const QUESTIONS: readonly { readonly topic: string; readonly questions: readonly Question[] }[] = [
  { topic: 'First', questions: FIRST_QUESTIONS },
  {
    topic: 'Getting paid',
    questions: [
      { question: 'Which coins can my customers pay with?', answer: `${COINS}.` },
      {
        question: 'How long does a customer have to pay?',
        answer:
          '__LIFETIME_MINUTES__ minutes at the rate of the invoice. A later payment is detected too, and you decide what happens.',
      },
      {
        question: 'How many confirmations are needed?',
        answer: `It depends on the coin. ${SLOWEST}. Where a network knows finality, large sums wait for it.`,
      },
      {
        question: 'How large can an invoice be?',
        answer: `From EUR ${MIN_INVOICE_EUR} to EUR ${MAX_INVOICE_EUR.toLocaleString('en-US')}, without fees, or the same in another currency.`,
      },
      {
        question: 'What does the payer see?',
        answer:
          'Amount, address and QR code on one page in seven languages, then each step of the payment until it is confirmed. No account and no scripts are needed.',
      },
    ],
  },
  {
    topic: 'Money and fees',
    questions: [
      {
        question: 'What does it cost?',
        answer:
          'A share of each payment: __FEE_INVOICE__ for an invoice in the default plan. There is no monthly fee. All fees are on the page of prices.',
      },
      {
        question: 'How do I get euro?',
        answer:
          'Convert your balance by hand or automatically, and withdraw it to a bank account in your name by SEPA.',
      },
      {
        question: 'Who pays network fees?',
        answer:
          'You choose for each kind of fee whether you or your customer pays it. The fee is shown before you confirm.',
      },
      {
        question: 'What does a refund cost?',
        answer:
          '__FEE_REFUND__ of the amount in the default plan, plus the network fee. It is sent in the coin that was paid.',
      },
    ],
  },
  {
    topic: 'For payers',
    questions: [
      {
        question: 'I paid and nothing happens. What now?',
        answer:
          'A payment appears when the network has seen it and counts after some blocks. Open the link of the shop again: the page says what is missing. Do not pay twice.',
      },
      {
        question: 'How do I get my money back?',
        answer: `Ask the shop: it decides. A mailed link for your address is valid for ${REFUND_LINK_DAYS} days.`,
      },
      {
        question: 'Is this page genuine?',
        answer:
          'Compare the address in your browser with the link of your shop. Nobody of the gateway ever asks for a password, a code or the words of your wallet.',
      },
    ],
  },
  {
    topic: 'Integration and safety',
    questions: [
      {
        question: 'How do I connect my shop?',
        answer:
          'With one call that creates an invoice, and a webhook that says what became of it. Without code you can use payment links and payment requests.',
      },
      {
        question: 'Are there plugins for shop systems?',
        answer: 'Not at present. The API is small, and its reference has examples in four languages.',
      },
      {
        question: 'Can one employee send money alone?',
        answer:
          'Only if you allow it. You can require approvals by others, limits per payout and per day, and waiting times for new addresses.',
      },
    ],
  },
];
