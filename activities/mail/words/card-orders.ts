import type { Language } from '../../../domain/languages.ts';
import { mailWords } from './mail-words.ts';

/** Everything that emails to people who buy coins by card say in one language. */
export interface CardOrderWords {
  readonly delivered: string;
  readonly declined: string;
  readonly rejected: string;
  readonly refunded: string;
  readonly failed: string;
  readonly deliveredText: string;
  readonly declinedText: string;
  readonly rejectedText: string;
  readonly refundedText: string;
  readonly failedText: string;
  readonly charged: string;
  readonly address: string;
  readonly tag: string;
  readonly transaction: string;
  readonly invoice: string;
  readonly sandbox: string;
  readonly why: string;
}

export const CARD_ORDER_WORDS: Readonly<Record<Language, CardOrderWords>> = mailWords('cardOrders');
