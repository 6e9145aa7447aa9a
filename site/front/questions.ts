import { CRYPTO_GATES, gates } from '../../domain/assets/assets.ts';
import { intlTag, type Language } from '../../domain/languages.ts';
import { MAX_INVOICE_EUR, MIN_INVOICE_EUR } from '../../domain/money/pricing.ts';
import { REFUND_LINK_DAYS } from '../../domain/refunds/link.ts';
import { fillText } from '../../domain/text/messages.ts';
import { siteWords } from '../words.ts';

interface Question {
  readonly question: string;
  /** Complete by itself: search engines read it aloud. */
  readonly answer: string;
}

interface Topic {
  readonly topic: string;
  readonly questions: readonly Question[];
}

/** All questions, by topic. Those of the first topic are on the landing page. */
export function questionsOf(language: Language): readonly Topic[] {
  const { topics, coin } = siteWords(language).faq;
  const values = {
    min: MIN_INVOICE_EUR.toLocaleString(intlTag(language)),
    max: MAX_INVOICE_EUR.toLocaleString(intlTag(language)),
    linkDays: REFUND_LINK_DAYS,
    coins: CRYPTO_GATES.map((id) => fillText(coin, { coin: gates[id].title, network: gates[id].networkTitle })).join(
      ', ',
    ),
    confirmations: CRYPTO_GATES.map(
      (id) => `${gates[id].ticker} (${gates[id].networkTitle}): ${gates[id].confirmations}`,
    ).join(', '),
    minutes: '__LIFETIME_MINUTES__',
    invoiceFee: '__FEE_INVOICE__',
    refundFee: '__FEE_REFUND__',
  };
  return topics.map(({ topic, questions }) => ({
    topic,
    questions: questions.map(({ question, answer }) => ({ question, answer: fillText(answer, values) })),
  }));
}
