import { ticketMessages } from '../i18n/messages-en-tickets.ts';
import { addMessages } from '../i18n/translate.ts';

// Imported before the pages of tickets.
addMessages(ticketMessages);
