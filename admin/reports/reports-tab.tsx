import './report-words.ts';
import { Column } from '../components/page.tsx';
import { BalanceReportForm } from './balance-report-form.tsx';
import { SchedulesCard } from './schedules-card.tsx';

/** `/balance?tab=reports`: statements and balance reports, and what is mailed by schedule. */
export default function ReportsTab() {
  return (
    <Column>
      <BalanceReportForm />
      <SchedulesCard />
    </Column>
  );
}
