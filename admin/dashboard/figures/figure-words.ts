import { dashboardMessages } from '../../i18n/messages-en-dashboard.ts';
import { addMessages } from '../../i18n/translate.ts';

// Imported by everything that shows figures: their words come with them.
addMessages(dashboardMessages);
