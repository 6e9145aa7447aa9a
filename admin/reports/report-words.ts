import { reportMessages } from '../i18n/messages-en-reports.ts';
import { addMessages } from '../i18n/translate.ts';

// Imported before anything of the room: its words come with its chunk, not with the first one.
addMessages(reportMessages);
