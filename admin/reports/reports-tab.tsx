import './report-words.ts';
import { Column } from '../components/page.tsx';
import { BalanceReportForm } from './balance-report-form.tsx';

/** `/balance?tab=reports`: statements and balance reports. */
export default function ReportsTab() {
  return (
    <Column>
      <BalanceReportForm />
    </Column>
  );
}
