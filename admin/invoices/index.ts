import type { ResourceProps } from 'react-admin';
import { invoiceName } from './invoice-name.ts';

export const invoices: ResourceProps = { name: 'invoices', recordRepresentation: invoiceName };
