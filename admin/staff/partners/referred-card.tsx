import Button from '@mui/material/Button';
import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffPartner } from '../../../contract/partners.ts';
import { Card, CardBody } from '../../components/card.tsx';
import { Facts } from '../../components/facts.tsx';
import { formatDay, formatFiat } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { useStaffSend } from '../data/use-staff-act.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { StandingChip } from './partner-chip.tsx';

type Referred = StaffPartner['referred'][number];

interface ReferredCardProps {
  partner: StaffPartner;
  into: QueryKey;
  mayDecide: boolean;
}

/** The merchants of a partner, those that wait for a decision first. */
export function ReferredCard({ partner: { id, referred }, into, mayDecide }: ReferredCardProps) {
  const send = useStaffSend();
  const [asked, setAsked] = useState<{ readonly of: Referred; readonly counts: boolean } | null>(null);
  return (
    <Card title={t('partners.merchants')}>
      {referred.length === 0 && <CardBody>{t('partners.merchants.none')}</CardBody>}
      <Facts
        facts={referred.map((each) => ({
          label: each.company_name ?? t('partners.noName'),
          value: (
            <div style={{ display: 'grid', gap: 8, justifyItems: 'start' }}>
              <StandingChip standing={each.standing} />
              <span>{t('partners.merchant.since', { day: formatDay(each.created_at), share: euros(each.share) })}</span>
              {each.signals.length > 0 && (
                <span>{each.signals.map((signal) => t(`fraudSignal.${signal}`)).join(', ')}</span>
              )}
              {each.note !== null && <span>{each.note}</span>}
              {mayDecide && (
                <div style={{ display: 'flex', gap: 8, flexWrap: 'wrap' }}>
                  {each.standing === 'held' && (
                    <Button size="small" variant="outlined" onClick={() => setAsked({ of: each, counts: true })}>
                      {t('partners.merchant.count')}
                    </Button>
                  )}
                  {each.standing !== 'refused' && (
                    <Button size="small" variant="outlined" onClick={() => setAsked({ of: each, counts: false })}>
                      {t('partners.merchant.refuse')}
                    </Button>
                  )}
                </div>
              )}
            </div>
          ),
        }))}
      />
      {asked !== null && (
        <ReasonDialog
          title={t(asked.counts ? 'partners.merchant.count' : 'partners.merchant.refuse')}
          text={t(asked.counts ? 'partners.merchant.count.text' : 'partners.merchant.refuse.text')}
          submit={t(asked.counts ? 'partners.merchant.count' : 'partners.merchant.refuse')}
          danger={!asked.counts}
          send={(reason) =>
            send((provider) => provider.decideReferral(id, asked.of.merchant_id, { counts: asked.counts, reason }), {
              into,
              list: 'partners',
              done: t('partners.done.merchant'),
            })
          }
          onClose={() => setAsked(null)}
        />
      )}
    </Card>
  );
}

function euros(amount: string): string {
  return formatFiat(amount, 'EUR');
}
