import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PartnerRooms } from '../../contract/partners.ts';
import { Card, CardBody } from '../components/card.tsx';
import { CopyText } from '../components/copy-text.tsx';
import { Facts } from '../components/facts.tsx';
import { QrCode } from '../components/qr-code.tsx';
import { useProvider } from '../data/use-provider.ts';
import { FormDialog } from '../forms/form-dialog.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { formatFiat } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { MonthsCard, StatementsCard } from './earnings-cards.tsx';
import { MaterialsCard } from './materials-card.tsx';

/** Where the rooms are cached. */
export const ROOMS = ['partner'] as const;

/** Earnings, links and merchants by stage: sums alone. */
export function Rooms({ rooms }: { rooms: PartnerRooms }) {
  const { status, terms, earned, unsettled, owed, stages, months, statements, links } = rooms;
  return (
    <>
      <Card title={t('partner.earnings')}>
        <Facts
          facts={[
            { label: t('partner.status'), value: t(`partner.status.${status === 'active' ? 'active' : 'other'}`) },
            { label: t('partner.earned'), value: euros(earned) },
            { label: t('partner.unsettled'), value: euros(unsettled) },
            { label: t('partner.owed'), value: owed === '0.00' ? null : euros(owed) },
            {
              label: t('partner.terms'),
              value: t('partner.terms.both', { share: terms.share_percent, cap: euros(terms.cap) }),
            },
          ]}
        />
      </Card>
      <Links rooms={rooms} />
      <Card title={t('partner.merchants')}>
        <Facts
          facts={[
            { label: t('partner.stage.signedUp'), value: String(stages.signed_up) },
            { label: t('partner.stage.integrating'), value: String(stages.integrating) },
            { label: t('partner.stage.live'), value: String(stages.live) },
          ]}
        />
      </Card>
      <MonthsCard months={months} />
      <StatementsCard statements={statements} />
      <MaterialsCard link={status === 'active' ? links[0] : undefined} />
    </>
  );
}

function Links({ rooms: { links, status } }: { rooms: PartnerRooms }) {
  const [isAdding, setAdding] = useState(false);
  return (
    <Card
      title={t('partner.links')}
      aside={
        status === 'active' && (
          <Button size="small" onClick={() => setAdding(true)}>
            {t('partner.link.add')}
          </Button>
        )
      }
    >
      {links.map(({ id, label, url, visits, sign_ups }) => (
        <CardBody key={id}>
          <div style={{ display: 'flex', gap: 16, flexWrap: 'wrap', alignItems: 'center' }}>
            <QrCode text={url} label={t('partner.link.qr', { label })} />
            <div style={{ display: 'grid', gap: 4, minWidth: 0, overflowWrap: 'anywhere' }}>
              <strong>{label}</strong>
              <CopyText value={url} label={t('partner.link')} />
              <span>{t('partner.link.figures', { visits, signUps: sign_ups })}</span>
            </div>
          </div>
        </CardBody>
      ))}
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
    </Card>
  );
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const provider = useProvider();
  const queries = useQueryClient();
  return (
    <FormDialog<{ label: string }>
      title={t('partner.link.add')}
      submit={t('partner.link.add')}
      defaultValues={{ label: '' }}
      rules={({ label }) => (label.trim() === '' || label.length > 60 ? { label: t('partner.link.name.help') } : {})}
      send={async ({ label }) => {
        queries.setQueryData(ROOMS, await provider.addPartnerLink(label));
        onClose();
      }}
      onClose={onClose}
    >
      <TextInput source="label" label={t('partner.link.name')} help={t('partner.link.name.help')} autoFocus />
    </FormDialog>
  );
}

function euros(amount: string): string {
  return formatFiat(amount, 'EUR');
}
