import './figure-words.ts';
import { useMay } from '../../data/use-may.ts';
import { AllocationCard } from './allocation-card.tsx';
import { EventsCard } from './events-card.tsx';
import { OperationsCard } from './operations-card.tsx';
import { PayersCard } from './payers-card.tsx';

/** What balance and payments consist of, and what happened last. */
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
