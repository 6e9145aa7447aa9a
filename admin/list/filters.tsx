import type { ReactNode } from 'react';
import { useListFilterContext } from 'react-admin';
import type { GateId } from '../../domain/assets/assets.ts';
import { SearchField } from '../components/search-field.tsx';
import { type MessageKey, t } from '../i18n/translate.ts';
import { AssetFilter } from './asset-filter.tsx';
import { ChoicesFilter } from './choices-filter.tsx';
import { DateFilter } from './date-filter.tsx';

/** One way to narrow a list. Filters of a list are a constant. */
export interface ListFilterField {
  /** Its values in the address, and the API's names for them. */
  readonly names: readonly string[];
  readonly field: ReactNode;
}

export interface SearchWords {
  readonly label: MessageKey;
  readonly hint: MessageKey;
}

export function searchFilter(words: SearchWords): ListFilterField {
  return { names: ['search'], field: <Search key="search" {...words} /> };
}

export function dateFilter(): ListFilterField {
  return { names: ['date_from', 'date_to'], field: <Dates key="date" /> };
}

/** By default of coins only; lists that also have euro name their gates. */
export function assetFilter(gates?: readonly GateId[]): ListFilterField {
  return { names: ['gate_id'], field: <Asset key="asset" gates={gates} /> };
}

export interface ChoicesWords<Choice extends string = string> {
  /** Its name in the address. */
  readonly name: string;
  readonly label: MessageKey;
  readonly all: readonly Choice[];
  readonly wordOf: (choice: Choice) => string;
}

/** Several of some values, such as statuses. */
export function choicesFilter<Choice extends string>({ wordOf, ...words }: ChoicesWords<Choice>): ListFilterField {
  const field = <Choices key={words.name} {...words} wordOf={(choice) => wordOf(choice as Choice)} />;
  return { names: [words.name], field };
}

function Search({ label, hint }: SearchWords) {
  const { values, change } = useFilter();
  return (
    <SearchField
      value={values.search ?? ''}
      label={t(label)}
      hint={t(hint)}
      onSearch={(search) => change({ search })}
    />
  );
}

function Dates() {
  const { values, change } = useFilter();
  return <DateFilter range={values} onRange={(range) => change({ date_from: '', date_to: '', ...range })} />;
}

function Asset({ gates }: { gates?: readonly GateId[] }) {
  const { values, change } = useFilter();
  return (
    <AssetFilter
      gates={gates}
      chosen={values.gate_id as GateId | undefined}
      onChosen={(gate_id) => change({ gate_id: gate_id ?? '' })}
    />
  );
}

function Choices({ name, label, ...words }: ChoicesWords) {
  const { values, change } = useFilter();
  return (
    <ChoicesFilter
      {...words}
      name={t(label)}
      chosen={values[name]?.split(',') ?? []}
      onChosen={(chosen) => change({ [name]: chosen.join() })}
    />
  );
}

/** The list's filter and the way to change some of it; empty values narrow nothing. */
export function useFilter() {
  const { filterValues, setFilters } = useListFilterContext();
  const values = filterValues as Readonly<Record<string, string | undefined>>;
  return {
    values,
    change(changes: Readonly<Record<string, string>>) {
      const next = Object.entries({ ...values, ...changes }).filter(([, value]) => value);
      setFilters(Object.fromEntries(next));
    },
  };
}
