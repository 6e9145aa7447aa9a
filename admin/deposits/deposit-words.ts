import { depositMessages } from '../i18n/messages-en-deposits.ts';
import { addMessages } from '../i18n/translate.ts';

// Imported before anything of deposits: their words come with them, not with the first page.
addMessages(depositMessages);
