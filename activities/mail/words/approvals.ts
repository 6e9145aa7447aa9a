import type { Language } from '../../../domain/languages.ts';
import { mailWords } from './mail-words.ts';

/** The objects that can wait for the approval of another person. */
export type Approvable = 'payout' | 'mass_payout' | 'refund' | 'withdrawal';

/** Everything that emails about missing approvals say in one language. */
export interface ApprovalWords {
  readonly headings: Readonly<Record<Approvable, string>>;
  readonly text: string;
  readonly amount: string;
  readonly file: string;
  readonly open: string;
  readonly sandbox: string;
  /** `{profile}` is the integration profile's name. */
  readonly why: string;
}

export const APPROVAL_WORDS: Readonly<Record<Language, ApprovalWords>> = mailWords('approvals');
