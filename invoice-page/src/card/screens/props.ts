import type { CardOrder } from '../../../../contract/card-payment.ts';
import type { CardState, CardStore } from '../live/store.ts';

/** The props of every screen of an order. */
export interface ScreenProps {
  readonly store: CardStore;
  readonly state: CardState;
  /** Leads to the next step that the order is ready for. */
  readonly onDone: () => void;
}

export interface OrderScreenProps extends ScreenProps {
  readonly order: CardOrder;
}
