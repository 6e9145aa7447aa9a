import type { PartnerLine } from '../../../contract/partners.ts';
import { PARTNER_STATUSES, type PartnerStatus } from '../../../domain/state/partner-status.ts';
import { CoinsArt } from '../../components/art.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { Wrapped } from '../../components/wrapped.ts';
import { formatFiat, formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { column, statusColumn } from '../../list/columns.tsx';
import { choicesFilter, searchFilter } from '../../list/filters.tsx';
import { type QueueTabs, StaffQueue } from '../staff-queue.tsx';
import { PartnerChip } from './partner-chip.tsx';

const SEARCH = searchFilter({ label: 'partners.search', hint: 'partners.searchHint' });
const TABS: QueueTabs = [
  { key: 'open', label: 'partners.tab.open', only: { status: 'applied,in_review,approved' }, filters: [SEARCH] },
  { key: 'active', label: 'partners.tab.active', only: { status: 'active,paused' }, filters: [SEARCH] },
  {
    key: 'all',
    label: 'partners.tab.all',
    filters: [
      SEARCH,
      choicesFilter({
        name: 'status',
        label: 'partners.status',
        all: PARTNER_STATUSES,
        wordOf: (status: PartnerStatus) => t(`partnerStatus.${status}`),
      }),
    ],
  },
];

/** `/compliance/partners`: applications to be reviewed, and partners with what they cost. */
export default function PartnersPage() {
  return (
    <StaffQueue<PartnerLine>
      resource="partners"
      tabs={TABS}
      everyMs={30_000}
      name={NAME}
      columns={COLUMNS}
      card={({ status, created_at, kind, earned }) => ({
        value: formatFiat(earned, 'EUR'),
        status: <PartnerChip status={status} />,
        secondary: formatMoment(created_at),
        meta: t(`partnerKind.${kind}`),
      })}
      art={<CoinsArt />}
    />
  );
}

const NAME = { key: 'name', label: 'partners.name', of: ({ name }: PartnerLine) => name } as const;
const COLUMNS: readonly TableColumn<PartnerLine>[] = [
  column('kind', 'partners.kind', ({ kind }) => t(`partnerKind.${kind}`), { width: [112, 128] }),
  column('website', 'partners.website', ({ website }) => <Wrapped>{website}</Wrapped>, {
    width: [140, 220],
    spare: 'narrow',
  }),
  statusColumn(({ status }) => <PartnerChip status={status} />, { width: 152 }),
  column('created', 'partners.applied', ({ created_at }) => formatMoment(created_at), { width: 136, quiet: true }),
  column('merchants', 'partners.merchants', ({ merchants }) => String(merchants), { width: [96, 112], align: 'right' }),
  column('earned', 'partners.earned', ({ earned }) => formatFiat(earned, 'EUR'), { width: [112, 128], align: 'right' }),
];
