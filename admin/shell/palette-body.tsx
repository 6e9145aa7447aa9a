import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { VisuallyHidden } from '../components/card.tsx';
import { InvoiceStatusChip } from '../components/invoice-status-chip.tsx';
import type { SpaUser } from '../data/session.ts';
import { formatFiat } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { invoiceName, invoicePath } from '../invoices/invoice-name.ts';
import { Icon } from '../look/icon.tsx';
import type { IconName } from '../look/icon-paths.ts';
import { Ask } from './palette-ask.tsx';
import { type Command, commands, matching, moved } from './palette-commands.ts';
import { useInvoiceSearch } from './use-invoice-search.ts';
import { useSwitchMode } from './use-switch-mode.ts';

const Results = styled('div')({ flex: 1, overflowY: 'auto', padding: '4px 8px 8px' });
const GroupName = styled('span')(({ theme }) => ({
  display: 'block',
  padding: '10px 10px 4px',
  color: theme.palette.text.secondary,
  fontSize: 13,
  fontWeight: 500,
}));
const Option = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 40,
  padding: '0 10px',
  borderRadius: 6,
  fontSize: 14,
  cursor: 'pointer',
  '& > svg': { color: theme.palette.text.secondary },
  '& > [data-label]': { flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '&[aria-selected=true]': {
    backgroundColor: theme.palette.soft.primary,
    '& > svg': { color: theme.palette.primary.main },
  },
}));
const Keys = styled('p')(({ theme }) => ({
  display: 'flex',
  gap: 16,
  padding: '10px 16px',
  borderTop: `1px solid ${theme.palette.divider}`,
  color: theme.palette.text.secondary,
  fontSize: 13,
  lineHeight: '20px',
  [theme.breakpoints.down('sm')]: { display: 'none' },
}));

interface Entry {
  id: string;
  icon: IconName;
  label: string;
  end?: ReactNode;
  run: Command['run'];
}
interface Group {
  name: string;
  entries: Entry[];
}

export interface PaletteBodyProps {
  user: SpaUser;
  /** Kept outside: somebody types before this is loaded. */
  typed: string;
  onTyped: (text: string) => void;
  onClose: () => void;
}

export default function PaletteBody({ user, typed, onTyped, onClose }: PaletteBodyProps) {
  const id = useId();
  const navigate = useNavigate();
  const switchMode = useSwitchMode(user);
  const [active, setActive] = useState(0);
  const { groups, searching } = useGroups(user, typed);
  const entries = groups.flatMap((group) => group.entries);
  const chosen = entries[active];

  const run = (entry: Entry | undefined) => {
    if (!entry) return;
    onClose();
    if ('mode' in entry.run) switchMode(entry.run.mode);
    else void navigate(entry.run.to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moved(active, entries.length, event.key);
    if (next !== null) setActive(next);
    else if (event.key === 'Enter') run(chosen);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <Ask>
        <Icon name="search" />
        <input
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen ? `${id}-${chosen.id}` : undefined}
          aria-label={t('palette.input')}
          placeholder={t('shell.search')}
          autoComplete="off"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: the dialog is opened to type
          autoFocus
          value={typed}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            onTyped(event.target.value);
            setActive(0);
          }}
        />
        <kbd aria-hidden>Esc</kbd>
      </Ask>
      <VisuallyHidden role="status">{t('palette.count', { smart_count: entries.length })}</VisuallyHidden>
      <Results role="listbox" id={`${id}-list`} aria-label={t('palette.results')}>
        {groups.map((group, index) => (
          <OptionGroup
            key={group.name}
            id={id}
            headId={`${id}-group-${index}`}
            group={group}
            chosen={chosen}
            onRun={run}
            onPoint={(entry) => setActive(entries.indexOf(entry))}
          />
        ))}
      </Results>
      {entries.length === 0 && <NothingFound searching={searching} />}
      <KeyHelp />
    </>
  );
}

interface OptionGroupProps {
  /** The prefix of its options' ids. */
  id: string;
  headId: string;
  group: Group;
  chosen: Entry | undefined;
  onRun: (entry: Entry) => void;
  onPoint: (entry: Entry) => void;
}

function OptionGroup({ id, headId, group, chosen, onRun, onPoint }: OptionGroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
    <div role="group" aria-labelledby={headId}>
      <GroupName id={headId}>{group.name}</GroupName>
      {group.entries.map((entry) => (
        <Option
          key={entry.id}
          id={`${id}-${entry.id}`}
          role="option"
          aria-selected={entry === chosen}
          ref={entry === chosen ? scrollToOption : null}
          onClick={() => onRun(entry)}
          onMouseMove={() => onPoint(entry)}
        >
          <Icon name={entry.icon} />
          <span data-label>{entry.label}</span>
          {entry.end}
        </Option>
      ))}
    </div>
  );
}

function KeyHelp() {
  return (
    <Keys aria-hidden>
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> {t('palette.move')}
      </span>
      <span>
        <kbd>Enter</kbd> {t('palette.openKey')}
      </span>
    </Keys>
  );
}

function NothingFound({ searching }: { searching: boolean }) {
  return (
    <Typography sx={{ flex: 1, p: 5, pt: 0, textAlign: 'center', color: 'text.secondary' }}>
      {searching ? t('palette.searching') : t('palette.noneText')}
    </Typography>
  );
}

function useGroups(user: SpaUser, typed: string): { groups: Group[]; searching: boolean } {
  const { invoices, searching } = useInvoiceSearch(typed);
  const all = commands(user);
  const found = invoices.map<Entry>((invoice) => ({
    id: invoice.id,
    icon: 'history',
    label: `${invoiceName(invoice)}, ${formatFiat(invoice.total, invoice.currency)}`,
    end: <InvoiceStatusChip status={invoice.status} />,
    run: { to: invoicePath(invoice.id) },
  }));
  const groups = [
    { name: t('palette.group.do'), entries: matching(all.do, typed) },
    { name: t('palette.group.invoices'), entries: found },
    { name: t('palette.group.go'), entries: matching(all.go, typed) },
  ];
  return { groups: groups.filter((group) => group.entries.length > 0), searching };
}

function scrollToOption(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}
