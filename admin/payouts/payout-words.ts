import { payoutMessages } from '../i18n/messages-en-payouts.ts';
import { addMessages } from '../i18n/translate.ts';

// Imported before anything of the room: its words come with its chunk, not with the first one.
addMessages(payoutMessages);
