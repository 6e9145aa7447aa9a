import type { RoomsOf } from '../../resource.ts';
import type { toys } from './index.fixture.ts';

export const rooms: RoomsOf<typeof toys> = {
  toys: () => import('./list.fixture.ts'),
  'toys/old': '/toys',
  'toys/:id': () => import('./list.fixture.ts'),
};
