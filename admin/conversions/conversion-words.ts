import { conversionMessages } from '../i18n/messages-en-conversions.ts';
import { addMessages } from '../i18n/translate.ts';

// Imported before anything of conversions: their words come with them, not with the first page.
addMessages(conversionMessages);
