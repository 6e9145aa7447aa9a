import type { AppResource } from '../resource.ts';

export const fees = { paths: ['fees'] } as const satisfies AppResource;
