import { paymentRequestMessages } from '../i18n/messages-en-payment-requests.ts';
import { addMessages } from '../i18n/translate.ts';

// Imported before anything of payment requests: their words come with them, not with the first page.
addMessages(paymentRequestMessages);
