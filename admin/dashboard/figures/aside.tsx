import './figure-words.ts';
import { useMay } from '../../data/use-may.ts';
import { AllocationCard } from './allocation-card.tsx';
import { EventsCard } from './events-card.tsx';
import { OperationsCard } from './operations-card.tsx';
import { PayersCard } from './payers-card.tsx';

/** The parts of balance and payments, and the latest events. */
export default function AsideFigures() {
  const mayReadEvents = useMay('merchant_history_events');
  return (
    <>
      <AllocationCard />
      <OperationsCard />
      <PayersCard />
      {mayReadEvents && <EventsCard />}
    </>
  );
}
