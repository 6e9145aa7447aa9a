import type { Language } from '../../../domain/languages.ts';
import { mailWords } from './mail-words.ts';

/** Everything that emails about claims to stray payments say in one language. */
export interface ClaimMailWords {
  readonly received: string;
  readonly paying: string;
  readonly done: string;
  readonly declined: string;
  readonly receivedText: string;
  readonly payingText: string;
  readonly doneText: string;
  readonly declinedText: string;
  readonly otherText: string;
  readonly shopReceived: string;
  readonly shopDone: string;
  readonly shopRefused: string;
  readonly shopReceivedText: string;
  readonly shopDoneText: string;
  readonly shopRefusedText: string;
  readonly net: string;
  readonly address: string;
  readonly transaction: string;
  readonly paidBy: string;
  readonly reason: string;
  readonly open: string;
  readonly check: string;
  readonly sandbox: string;
  readonly why: string;
  readonly whyShop: string;
}

export const CLAIM_MAIL_WORDS: Readonly<Record<Language, ClaimMailWords>> = mailWords('claims');
