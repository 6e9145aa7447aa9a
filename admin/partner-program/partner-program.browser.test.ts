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
  months: [
    { month: '2026-11', share: '412.40' },
    { month: '2026-10', share: '260.10' },
    { month: '2026-09', share: '139.90' },
  ],
  statements: [
    { month: '2026-11', number: 'TG-7K2M9QXA-002', paid: '412.40', paid_at: '2026-11-30T10:00:00.000Z' },
    { month: '2026-10', number: 'TG-7K2M9QXA-001', paid: '400.00', paid_at: '2026-10-31T23:00:00.000Z' },
  ],
};

const NOTHING = {
  earned: '0.00',
  owed: '0.00',
  stages: { signed_up: 0, integrating: 0, live: 0 },
  months: [],
  statements: [],
};

describeScreens('every screen of the partner program', [
  {
    name: 'partner program',
    path: '/partner-program',
    state: { once: new Map([['GET /spa/partner', [200, { data: rooms }]]]) },
  },
  {
    name: 'partner program of a new partner',
    path: '/partner-program',
    state: { once: new Map([['GET /spa/partner', [200, { data: { ...rooms, ...NOTHING } }]]]) },
  },
  { name: 'partner program of no partner', path: '/partner-program', isRefused: true },
  {
    name: 'partner agreement',
    path: '/partner-program#token=of-the-mail-of-the-mail',
    state: { once: new Map([['POST /spa/partner/agreement', [200, { data: agreement }]]]) },
  },
]);
