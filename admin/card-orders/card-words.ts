import { cardMessages } from '../i18n/messages-en-cards.ts';
import { addMessages } from '../i18n/translate.ts';

// Imported before anything of purchases by card.
addMessages(cardMessages);
