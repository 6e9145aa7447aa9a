import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { PaymentLink } from '../../../contract/payment-links.ts';
import { ReceiptArt } from '../../components/art.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Column } from '../../components/page.tsx';
import { useAct } from '../../components/use-act.ts';
import { Wrapped } from '../../components/wrapped.ts';
import { useMay } from '../../data/use-may.ts';
import { formatFiat, formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { column } from '../../list/columns.tsx';
import { searchFilter } from '../../list/filters.tsx';
import { AS_THE_API, ResourceList } from '../../list/resource-list.tsx';
import { Icon } from '../../look/icon.tsx';
import { useProfile } from '../use-integration.ts';
import { LinkCodeDialog } from './link-code-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { LinkSwitch } from './link-switch.tsx';
import { SellByCard } from './sell-by-card.tsx';

const FILTERS = [searchFilter({ label: 'links.search', hint: 'links.searchHint' })];

const Head = styled('div')({ display: 'flex', justifyContent: 'end' });
const Buttons = styled('span')({ display: 'inline-flex', flexWrap: 'wrap', gap: 4, margin: '6px 0' });

type Opened = { readonly dialog: 'form'; readonly link: PaymentLink | null } | { dialog: 'code'; link: PaymentLink };

/** Links that ask for a fixed price, as often as they are opened. */
export default function LinksTab() {
  const [opened, setOpened] = useState<Opened | null>(null);
  const { data: profile } = useProfile();
  const queries = useQueryClient();
  const readAgain = () => queries.invalidateQueries({ queryKey: ['payment-links'] });
  const mayCreate = useMay('merchant_invoice_create');
  const change = useAct(
    (provider, { id, active }: PaymentLink) => provider.updatePaymentLink(id, { active: !active }),
    {
      onDone: () => void readAgain(),
    },
  );
  const close = () => setOpened(null);
  const create = mayCreate && (
    <Button
      variant="contained"
      aria-haspopup="dialog"
      startIcon={<Icon name="plusCircle" />}
      onClick={() => setOpened({ dialog: 'form', link: null })}
    >
      {t('links.new')}
    </Button>
  );
  const parts: RowParts = {
    switchOf: (link) => (
      <LinkSwitch link={link} disabled={!mayCreate || change.isPending} onSwitch={() => change.mutate(link)} />
    ),
    buttonsOf: (link) => <RowButtons link={link} mayEdit={mayCreate} onOpen={setOpened} />,
  };
  return (
    <Column>
      {create && <Head>{create}</Head>}
      <ResourceList<PaymentLink>
        resource="payment-links"
        words="links"
        sort={AS_THE_API}
        perPage={25}
        filters={FILTERS}
        columns={columnsOf(parts)}
        card={(link) => toCard(link, parts)}
        empty={<EmptyState art={<ReceiptArt />} title={t('links.empty.title')} text={t('links.empty.text')} />}
      />
      {profile && <SellByCard profileId={profile.id} domain={profile.domain} />}
      {opened?.dialog === 'form' && profile && (
        <LinkDialog
          profile={profile}
          link={opened.link}
          onClose={close}
          onSaved={(link) => {
            setOpened(opened.link === null ? { dialog: 'code', link } : null);
            void readAgain();
          }}
        />
      )}
      {opened?.dialog === 'code' && <LinkCodeDialog link={opened.link} onClose={close} />}
    </Column>
  );
}

interface RowParts {
  readonly switchOf: (link: PaymentLink) => ReactNode;
  readonly buttonsOf: (link: PaymentLink) => ReactNode;
}

function columnsOf({ switchOf, buttonsOf }: RowParts): readonly TableColumn<PaymentLink>[] {
  return [
    column('title', 'links.column.title', ({ title }) => <Wrapped>{title}</Wrapped>),
    column('price', 'links.column.price', priceOf, { width: 128, align: 'right' }),
    column('used', 'links.column.used', ({ invoice_count }) => invoice_count, {
      width: 96,
      align: 'right',
      spare: 'narrow',
    }),
    column('created', 'links.column.created', createdAt, { width: 136, spare: true, quiet: true, align: 'right' }),
    column('active', 'links.column.active', switchOf, { width: 112 }),
    column('change', 'links.code', buttonsOf, { width: 232, labelHidden: true, align: 'right' }),
  ];
}

function toCard(link: PaymentLink, { switchOf, buttonsOf }: RowParts) {
  return {
    key: link.id,
    primary: link.title,
    value: priceOf(link),
    status: switchOf(link),
    secondary: buttonsOf(link),
    meta: `${t('links.column.used')}: ${link.invoice_count}`,
  };
}

interface RowButtonsProps {
  link: PaymentLink;
  mayEdit: boolean;
  onOpen: (opened: Opened) => void;
}

function RowButtons({ link, mayEdit, onOpen }: RowButtonsProps) {
  const { title } = link;
  return (
    <Buttons>
      <Button
        size="small"
        aria-haspopup="dialog"
        aria-label={t('links.codeOf', { title })}
        onClick={() => onOpen({ dialog: 'code', link })}
      >
        {t('links.code')}
      </Button>
      {mayEdit && (
        <Button
          size="small"
          aria-haspopup="dialog"
          aria-label={t('links.editOf', { title })}
          onClick={() => onOpen({ dialog: 'form', link })}
        >
          {t('links.editShort')}
        </Button>
      )}
    </Buttons>
  );
}

function priceOf({ amount, currency }: PaymentLink): string {
  return formatFiat(amount, currency);
}

function createdAt({ created_at }: PaymentLink): string {
  return formatMoment(created_at);
}
