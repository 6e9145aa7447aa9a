import Button from '@mui/material/Button';
import MuiCard from '@mui/material/Card';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useId, useState } from 'react';
import type { SpaInvoice } from '../../contract/spa-invoices.ts';
import { Icon } from '../look/icon.tsx';
import { type ChoiceKind, type Decision, decisionOf } from './decision.ts';
import { DecisionDialog } from './decision-dialog.tsx';

// Comes with the room of refunds, which every invoice that can be refunded loads.
const RefundDialog = lazy(() => import('../refunds/refund-dialog.tsx'));

const Reason = styled('div')<{ 'data-tone': Decision['tone'] }>(({ theme, 'data-tone': tone }) => ({
  display: 'grid',
  gridTemplateColumns: '20px minmax(0, 1fr)',
  gap: 12,
  padding: '12px 16px',
  '&:not(:last-child)': { borderBottom: `1px solid ${theme.palette.tint[tone]}` },
  backgroundColor: theme.palette.soft[tone],
  '& > svg': { color: theme.palette[tone].main },
  '& p': { maxWidth: '88ch' },
  [theme.breakpoints.up('sm')]: { paddingInline: 20 },
}));
const Choices = styled('ul')(({ theme }) => ({
  display: 'grid',
  '& > li': { display: 'grid', gap: 12, padding: 16 },
  '& > li + li': { borderTop: `1px solid ${theme.palette.divider}` },
  '& p': { color: theme.palette.text.secondary, maxWidth: '70ch' },
  [theme.breakpoints.up('sm')]: {
    gridAutoFlow: 'column',
    gridAutoColumns: 'minmax(0, 1fr)',
    '& > li': { gridTemplateColumns: 'minmax(0, 1fr) auto', alignItems: 'center', gap: 24, padding: '16px 20px' },
    '& > li + li': { borderTop: 0, borderLeft: `1px solid ${theme.palette.divider}` },
  },
}));

/** Why the invoice needs its merchant, and each way out beside its consequence. */
export function DecisionCard({ invoice }: { invoice: SpaInvoice }) {
  const id = useId();
  const [chosen, setChosen] = useState<ChoiceKind | null>(null);
  const decision = decisionOf(invoice);
  if (!decision) return null;
  return (
    <MuiCard component="section" aria-labelledby={id}>
      <Reason data-tone={decision.tone}>
        <Icon name={decision.icon} />
        <div>
          <Typography variant="h2" id={id} sx={{ fontSize: 14, lineHeight: '20px', letterSpacing: 0 }}>
            {decision.title}
          </Typography>
          <p>{decision.text}</p>
        </div>
      </Reason>
      {decision.choices.length > 0 && (
        <Choices>
          {decision.choices.map(({ kind, title, text, button, primary }) => (
            <li key={kind}>
              <div>
                <Typography variant="h3">{title}</Typography>
                <p>{text}</p>
              </div>
              <Button
                variant={primary ? 'contained' : 'outlined'}
                aria-haspopup="dialog"
                onClick={() => setChosen(kind)}
              >
                {button}
              </Button>
            </li>
          ))}
        </Choices>
      )}
      {chosen === 'refund' ? (
        <Suspense fallback={null}>
          <RefundDialog invoice={invoice} onClose={() => setChosen(null)} />
        </Suspense>
      ) : (
        chosen && <DecisionDialog invoice={invoice} kind={chosen} onClose={() => setChosen(null)} />
      )}
    </MuiCard>
  );
}
