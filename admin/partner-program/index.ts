import type { AppResource } from '../resource.ts';

/** Reached by the link of the approval, by the menu of the account and by the palette; the home of a partner. */
export const partnerProgram = { isOfPartners: true, paths: ['partner-program'] } as const satisfies AppResource;
