import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Page } from '../../components/page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { t } from '../../i18n/translate.ts';
import { useStaffProvider } from '../data/staff-provider.ts';
import { Loaded } from '../loaded.tsx';
import { ModeSwitch, useShownMode } from '../mode-switch.tsx';
import { Exchanges, Orders } from './exchanges.tsx';
import { HedgeStops } from './hedge-stops.tsx';
import { LimitChanges } from './limit-changes.tsx';
import { LimitDialog } from './limit-dialog.tsx';
import type { Limits } from './limit-form.ts';
import { LossDialog } from './loss-dialog.tsx';
import { LossLimit, Positions } from './positions.tsx';
import { Results } from './results.tsx';
import { TREASURY } from './treasury-calls.ts';

/** `/compliance/treasury`: what conversions left, how it is hedged and within which limits, and the results by day. */
export default function TreasuryPage() {
  const provider = useStaffProvider();
  const mode = useShownMode();
  const treasury = useQuery({ queryKey: TREASURY, queryFn: () => provider.treasury(), refetchInterval: 5_000 });
  const [changing, setChanging] = useState<Limits | null>(null);
  const [changesLoss, setChangesLoss] = useState(false);
  return (
    <Page>
      <PageHead title={t('treasury.title')} sub={t('treasury.sub')} actions={<ModeSwitch />} />
      <Loaded of={treasury} rows={6}>
        {(modes) => {
          const shown = modes.find((each) => each.mode === mode);
          if (!shown) return null;
          return (
            <>
              <LimitChanges treasury={shown} />
              <Positions treasury={shown} onChange={setChanging} />
              <LossLimit treasury={shown} onChange={() => setChangesLoss(true)} />
              <HedgeStops treasury={shown} />
              <Exchanges rows={shown.exchanges} />
              <Orders rows={shown.orders} />
              <Results rows={shown.results} />
              {changing && <LimitDialog mode={mode} limits={changing} onClose={() => setChanging(null)} />}
              {changesLoss && (
                <LossDialog mode={mode} dailyLoss={shown.daily_loss} onClose={() => setChangesLoss(false)} />
              )}
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}
