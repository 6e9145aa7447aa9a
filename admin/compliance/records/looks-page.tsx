import type { LookView } from '../../api/contract/staff-operations.ts';
import { STAFF_ROLE_WORDS } from '../../domain/staff-permissions.ts';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { RecordsPage } from './records-page.tsx';

/** `/compliance/looks`: who looked at whose personal data, when and why. */
export default function LooksPage() {
  return (
    <RecordsPage<LookView>
      path="/staff/looks"
      title={t('looks.title')}
      sub={t('looks.sub')}
      none={t('looks.none')}
      entry={(row) => ({
        key: row.id,
        who: `${row.staff_name} (${STAFF_ROLE_WORDS[row.staff_role]})`,
        what: t('looks.saw', { kind: t(`looks.kind.${row.kind}`), label: row.label }),
        where: [row.reason, formatMoment(row.at), row.browser, row.ip].filter(Boolean).join(' · '),
        aside: row.kind === 'document' ? (row.company_name ?? '') : '',
      })}
    />
  );
}
