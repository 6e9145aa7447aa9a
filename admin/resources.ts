import type { ResourceProps } from 'react-admin';
import { conversions } from './conversions/index.ts';
import { addresses, deposits } from './deposits/index.ts';
import { invoices } from './invoices/index.ts';
import { refunds } from './refunds/index.ts';
import { withdrawals } from './withdrawals/index.ts';

/** The collections of the API, each with its folder. Their pages stand in routes.tsx, at the routes of the spec. */
export const resources: readonly ResourceProps[] = [invoices, refunds, conversions, deposits, addresses, withdrawals];
