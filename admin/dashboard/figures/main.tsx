import './figure-words.ts';
import { BalanceChartCard } from './balance-chart-card.tsx';
import { RevenueCard } from './revenue-card.tsx';
import { useFreshFigures } from './use-figures.ts';

/** The wide charts of the dashboard. */
export default function MainFigures() {
  useFreshFigures();
  return (
    <>
      <BalanceChartCard />
      <RevenueCard />
    </>
  );
}
