import '../i18n/back-office-words.ts';
import { alertMessages } from '../i18n/messages-en-alerts.ts';
import { bankMessages } from '../i18n/messages-en-bank.ts';
import { cardMessages } from '../i18n/messages-en-cards.ts';
import { claimMessages } from '../i18n/messages-en-claims.ts';
import { complianceMessages } from '../i18n/messages-en-compliance.ts';
import { custodyMessages } from '../i18n/messages-en-custody.ts';
import { debtMessages } from '../i18n/messages-en-debts.ts';
import { deletionMessages } from '../i18n/messages-en-deletions.ts';
import { partnerMessages } from '../i18n/messages-en-partners.ts';
import { recordMessages } from '../i18n/messages-en-records.ts';
import { ticketMessages } from '../i18n/messages-en-tickets.ts';
import { treasuryMessages } from '../i18n/messages-en-treasury.ts';
import { updateMessages } from '../i18n/messages-en-updates.ts';
import { visitorMessages } from '../i18n/messages-en-visitors.ts';
import { addMessages } from '../i18n/translate.ts';

// Imported before anything of the console.
addMessages({ ...complianceMessages, ...alertMessages, ...bankMessages, ...custodyMessages });
addMessages({ ...claimMessages, ...debtMessages, ...deletionMessages, ...recordMessages, ...treasuryMessages });
addMessages({ ...cardMessages, ...visitorMessages, ...partnerMessages, ...updateMessages });
addMessages(ticketMessages);
