import { useState } from 'react';
import type { StaffTreasury } from '../../../contract/staff-treasury.ts';
import { Exchanges, Orders } from './exchanges.tsx';
import { HedgeStops } from './hedge-stops.tsx';
import { LimitChanges } from './limit-changes.tsx';
import { LimitDialog } from './limit-dialog.tsx';
import type { Limits } from './limit-form.ts';
import { LossDialog } from './loss-dialog.tsx';
import { LossLimit, Positions } from './positions.tsx';
import { Results } from './results.tsx';

/** The positions that conversions left, their hedging and limits, and the daily results. */
export function HedgingTab({ treasury }: { treasury: StaffTreasury }) {
  const [changing, setChanging] = useState<Limits | null>(null);
  const [changesLoss, setChangesLoss] = useState(false);
  const { mode, exchanges, orders, results, daily_loss: dailyLoss } = treasury;
  return (
    <>
      <LimitChanges treasury={treasury} />
      <Positions treasury={treasury} onChange={setChanging} />
      <LossLimit treasury={treasury} onChange={() => setChangesLoss(true)} />
      <HedgeStops treasury={treasury} />
      <Exchanges rows={exchanges} />
      <Orders rows={orders} />
      <Results rows={results} />
      {changing && <LimitDialog mode={mode} limits={changing} onClose={() => setChanging(null)} />}
      {changesLoss && <LossDialog mode={mode} dailyLoss={dailyLoss} onClose={() => setChangesLoss(false)} />}
    </>
  );
}
