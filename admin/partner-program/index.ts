import type { AppResource } from '../resource.ts';

/** Reached by the link of the approval, and by the menu of the account of a partner. */
export const partnerProgram = { paths: ['partner-program'] } as const satisfies AppResource;
