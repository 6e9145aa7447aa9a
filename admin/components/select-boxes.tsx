import Checkbox from '@mui/material/Checkbox';
import { useEffect, useRef } from 'react';
import { t } from '../i18n/translate.ts';
import { CheckboxIcon, CheckedIcon, SomeIcon } from './checkbox-icons.tsx';
import type { RowSelection } from './row-selection.ts';

interface SelectProps<Row> {
  selection: RowSelection<Row>;
}

/** Chooses one row, named for who does not see it. */
export function SelectRow<Row>({ row, selection }: SelectProps<Row> & { row: Row }) {
  return (
    <Checkbox
      checked={selection.has(row)}
      onChange={() => selection.toggle(row)}
      icon={<CheckboxIcon />}
      checkedIcon={<CheckedIcon />}
      slotProps={{ input: { 'aria-label': t('bulk.select', { name: selection.nameOf(row) }) } }}
    />
  );
}

/** Chooses all rows of the page; between all and none, browsers say that it is mixed. */
export function SelectAll<Row>({ selection }: SelectProps<Row>) {
  const { isAll, isSome, toggleAll } = selection;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = isSome;
  }, [isSome]);
  return (
    <Checkbox
      checked={isAll}
      onChange={toggleAll}
      icon={isSome ? <SomeIcon /> : <CheckboxIcon />}
      checkedIcon={<CheckedIcon />}
      slotProps={{ input: { ref: input, 'aria-label': t('bulk.selectAll') } }}
    />
  );
}
