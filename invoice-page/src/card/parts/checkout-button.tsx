import type { MessageValues } from '../../../../domain/text/messages.ts';
import { Icon } from '../../parts/icon.tsx';
import { openCheckout } from '../live/checkout.ts';
import type { CardKey } from '../words.tsx';
import { ActButton } from './act-button.tsx';

interface Props {
  /** The seller's page for this one visit: its address is good for about a minute. */
  readonly read: () => Promise<string>;
  readonly word: CardKey;
  readonly values?: MessageValues;
  readonly isQuiet?: boolean;
  readonly onProblem: (text: string) => void;
}

/** Leads to the seller's page. */
export function CheckoutButton({ read, ...button }: Props) {
  return (
    <ActButton {...button} onAct={() => openCheckout(read)}>
      <Icon name="open" />
    </ActButton>
  );
}
