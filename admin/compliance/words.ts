import '../i18n/back-office-words.ts';
import { alertMessages } from '../i18n/messages-en-alerts.ts';
import { complianceMessages } from '../i18n/messages-en-compliance.ts';
import { debtMessages } from '../i18n/messages-en-debts.ts';
import { deletionMessages } from '../i18n/messages-en-deletions.ts';
import { addMessages } from '../i18n/translate.ts';

// Imported before anything of the console.
addMessages(complianceMessages);
addMessages(alertMessages);
addMessages(debtMessages);
addMessages(deletionMessages);
