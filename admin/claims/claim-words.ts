import '../i18n/back-office-words.ts';
import { claimMessages } from '../i18n/messages-en-claims.ts';
import { addMessages } from '../i18n/translate.ts';

// Imported before anything of claims.
addMessages(claimMessages);
