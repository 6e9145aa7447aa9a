import { refundMessages } from '../i18n/messages-en-refunds.ts';
import { addMessages } from '../i18n/translate.ts';
import '../payouts/payout-words.ts';

// Imported before anything of refunds; a refund has the statuses and the address field of a payout.
addMessages(refundMessages);
