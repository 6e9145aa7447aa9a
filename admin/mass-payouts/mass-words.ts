import '../payouts/payout-words.ts';
import { massMessages } from '../i18n/messages-en-mass.ts';
import { addMessages } from '../i18n/translate.ts';

// Imported before anything of the room: its words come with its chunk.
addMessages(massMessages);
