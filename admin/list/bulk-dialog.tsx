import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { styled } from '@mui/material/styles';
import { type ReactNode, useState } from 'react';
import { DialogFrame } from '../components/dialog-frame.tsx';
import { toApiError } from '../data/api-error.ts';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { doEach, type Outcome } from './do-each.ts';

const List = styled('ul')(({ theme }) => ({
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: 6,
  '& > li': {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    gap: '0 12px',
    padding: '8px 12px',
    overflowWrap: 'anywhere',
  },
  '& > li + li': { borderTop: `1px solid ${theme.palette.divider}` },
}));

export interface BulkDialogProps<Row> {
  /** The rows to act on, all of which the dialog names. */
  rows: readonly Row[];
  words: {
    readonly title: string;
    readonly text: string;
    readonly confirm: string;
    /** Instead of all that, where it can be done to none. */
    readonly none: string;
    /** How many it was done to. */
    readonly done: (count: number) => string;
  };
  nameOf: (row: Row) => string;
  /** Beside the name: the figure. */
  figureOf: (row: Row) => ReactNode;
  /** Does it to one. Done twice, it is done once. */
  act: (row: Row) => Promise<unknown>;
  /** After each run, whatever came of it. */
  onRun: () => Promise<void>;
  onClose: () => void;
  /** Said above the rows. */
  children?: ReactNode;
}

/**
 * Asks before something is done to each of several rows, does it one by one, and says at the end what was done and what
 * was refused and why; what was refused can be tried again.
 */
export function BulkDialog<Row extends { readonly id: string }>(props: BulkDialogProps<Row>) {
  const { rows, words, nameOf, figureOf, act, onRun, onClose, children } = props;
  const [outcomes, setOutcomes] = useState<readonly Outcome<Row>[] | null>(null);
  const [running, setRunning] = useState<{ readonly of: number; readonly through: number } | null>(null);
  const refused = outcomes?.filter(({ error }) => error !== null) ?? [];
  const run = async (items: readonly Row[]) => {
    const before = outcomes?.filter(({ error }) => error === null) ?? [];
    setRunning({ of: items.length, through: 0 });
    const now = await doEach(items, act, () => setRunning((at) => at && { ...at, through: at.through + 1 }));
    await onRun();
    setOutcomes([...before, ...now]);
    setRunning(null);
  };
  return (
    <DialogFrame
      title={rows.length > 0 ? words.title : t('bulk.nothing')}
      // A running batch cannot be closed before its end.
      onClose={running ? () => undefined : onClose}
      actions={
        <>
          <Button disabled={running !== null} onClick={onClose}>
            {t(outcomes ? 'action.close' : 'act.keep')}
          </Button>
          {outcomes === null && rows.length > 0 && (
            <Button variant="contained" color="error" disabled={running !== null} onClick={() => void run(rows)}>
              {words.confirm}
            </Button>
          )}
          {refused.length > 0 && (
            <Button
              variant="contained"
              disabled={running !== null}
              onClick={() => void run(refused.map(({ item }) => item))}
            >
              {t('bulk.retry')}
            </Button>
          )}
        </>
      }
    >
      {running && (
        <div role="status">
          <LinearProgress variant="determinate" value={(100 * running.through) / running.of} aria-hidden />
          {t('bulk.running', { through: running.through, of: running.of })}
        </div>
      )}
      {outcomes === null ? (
        <>
          <p>{rows.length > 0 ? words.text : words.none}</p>
          {children}
          <List hidden={rows.length === 0}>
            {rows.map((row) => (
              <li key={row.id}>
                <span>{nameOf(row)}</span>
                {figureOf(row)}
              </li>
            ))}
          </List>
        </>
      ) : (
        !running && <Summary done={words.done(outcomes.length - refused.length)} refused={refused} nameOf={nameOf} />
      )}
    </DialogFrame>
  );
}

interface SummaryProps<Row> {
  done: string;
  refused: readonly Outcome<Row>[];
  nameOf: (row: Row) => string;
}

function Summary<Row extends { readonly id: string }>({ done, refused, nameOf }: SummaryProps<Row>) {
  const isAll = refused.length === 0;
  return (
    <>
      <Alert
        severity={isAll ? 'success' : 'warning'}
        icon={<Icon name={isAll ? 'checkCircle' : 'alertCircle'} />}
        role="status"
      >
        {done} {!isAll && t('bulk.refused', { smart_count: refused.length })}
      </Alert>
      {!isAll && (
        <List>
          {refused.map(({ item, error }) => (
            <li key={item.id}>
              <strong>{nameOf(item)}</strong>
              <span>{toApiError(error).messages().join(' ')}</span>
            </li>
          ))}
        </List>
      )}
    </>
  );
}
