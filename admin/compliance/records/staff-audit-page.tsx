import type { AuditEntryView } from '../../api/contract/audit.ts';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { RecordsPage } from './records-page.tsx';

/** `/compliance/audit`: what staff did, newest first, from the chain that shows every change. */
export default function StaffAuditPage() {
  return (
    <RecordsPage<AuditEntryView>
      path="/staff/audit"
      title={t('staffAudit.title')}
      sub={t('staffAudit.sub')}
      none={t('staffAudit.none')}
      entry={(row) => ({
        key: row.number,
        who: row.actor_name,
        what: row.sentence,
        where: [formatMoment(row.at), row.browser, row.ip].filter(Boolean).join(' · '),
        aside: t('audit.number', { number: row.number }),
      })}
    />
  );
}
