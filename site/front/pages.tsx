import type { Page } from '../page.ts';
import { Landing } from './landing.tsx';
import { Pricing } from './pricing.tsx';

/** The landing page and the prices. */
export function frontPages(): Page[] {
  return [
    {
      ...{ name: 'landing', path: '/', template: 'front' },
      title: 'Tidegate: take crypto at the price you set',
      description:
        'Let customers pay in Bitcoin, Ether, USDT and five other coins at a rate that is held, and get coins or euro with books that add up.',
      body: <Landing />,
    },
    {
      ...{ name: 'pricing', path: '/pricing', template: 'front' },
      title: 'Pricing – Tidegate',
      description:
        'Fees for invoices, deposits, conversion, payouts, withdrawals and refunds: a share of each payment, no monthly fee.',
      body: <Pricing />,
    },
  ];
}
