import type { AppResource } from '../resource.ts';

export const integration = {
  collections: {
    'api-tokens': 'apiToken',
    'payment-links': 'invoice',
    requests: 'apiToken',
    'webhook-endpoints': 'invoice',
    'webhooks/deliveries': 'invoice',
  },
  menu: { path: '/integration', label: 'nav.integration', icon: 'integration' },
  paths: [
    'integration',
    'integration/profile',
    'integration/api',
    'integration/api/create-new',
    'integration/api/edit-token/:id',
  ],
} as const satisfies AppResource;
