import type { PartnerAgreement, PartnerRooms } from '../../contract/partners.ts';
import { describeScreens } from '../testing/screens.fixture.ts';

const terms = { share_percent: '10', cap: '10000.00' };
const agreement: PartnerAgreement = { kind: 'ambassador', name: 'Ada Reach', version: '2026-11-30', terms };
const rooms: PartnerRooms = {
  kind: 'ambassador',
  status: 'active',
  terms,
  earned: '812.40',
  unsettled: '0.00',
  owed: '12.10',
  links: [
    {
      id: '01936b2e-9d1c-7a54-8b3a-1f2e3d4c5b6a',
      code: 'K7M2XQ9A',
      label: 'Newsletter',
      visits: 1_204,
      sign_ups: 9,
      created_at: '2026-11-20T10:15:00.000Z',
      url: 'https://pay.example/r/K7M2XQ9A',
    },
  ],
  stages: { signed_up: 4, integrating: 3, live: 2 },
  months: [{ month: '2026-11', share: '812.40' }],
};

describeScreens('every screen of the partner program', [
  {
    name: 'partner program',
    path: '/partner-program',
    state: { once: new Map([['GET /spa/partner', [200, { data: rooms }]]]) },
  },
  { name: 'partner program of no partner', path: '/partner-program', isRefused: true },
  {
    name: 'partner agreement',
    path: '/partner-program#token=of-the-mail-of-the-mail',
    state: { once: new Map([['POST /spa/partner/agreement', [200, { data: agreement }]]]) },
  },
]);
