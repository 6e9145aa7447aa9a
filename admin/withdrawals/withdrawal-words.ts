import '../payouts/payout-words.ts';
import { withdrawalMessages } from '../i18n/messages-en-withdrawals.ts';
import { addMessages } from '../i18n/translate.ts';

// Imported before anything of withdrawals; they have the statuses and methods of payouts.
addMessages(withdrawalMessages);
