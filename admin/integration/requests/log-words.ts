import { requestMessages } from '../../i18n/messages-en-requests.ts';
import { addMessages } from '../../i18n/translate.ts';

// Imported before anything of the tab: its words come with its chunk, not with the first one.
addMessages(requestMessages);
