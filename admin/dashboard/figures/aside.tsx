import './figure-words.ts';
import { AllocationCard } from './allocation-card.tsx';
import { PayersCard } from './payers-card.tsx';

/** The narrow charts of the dashboard. */
export default function AsideFigures() {
  return (
    <>
      <AllocationCard />
      <PayersCard />
    </>
  );
}
