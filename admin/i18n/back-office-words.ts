import { en } from './messages-en.ts';
import { addMessages } from './translate.ts';

// Imported before anything of the back office, and by its tests: from here on there are words for all of it.
addMessages(en);
