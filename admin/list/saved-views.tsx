import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { lazy, Suspense } from 'react';
import { extractValidSavedQueries, type SavedQuery, useListContext, useSavedQueries } from 'react-admin';
import { FilterButton } from '../components/filter-button.tsx';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';

const Panel = styled('div')({ display: 'grid', gap: 12, padding: '2px 14px', width: 320, maxWidth: '88vw' });
const Views = styled('ul')({
  display: 'grid',
  gap: 2,
  '& > li': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', alignItems: 'center' },
  '& button:first-of-type': {
    justifyContent: 'start',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
});
const SaveView = lazy(() => import('./save-view.tsx'));

/** Filters and order under a name, to be found again: react-admin's saved queries, kept in this browser. */
export function SavedViews() {
  const { resource, filterValues, displayedFilters, sort, perPage, setFilters, setSort, setPerPage } = useListContext();
  const [stored, setStored] = useSavedQueries(resource);
  const views = extractValidSavedQueries(stored);
  const canSave = Object.keys(filterValues).length > 0;
  if (!canSave && views.length === 0) return null;
  const show = ({ value }: SavedQuery) => {
    setFilters(value.filter ?? {});
    if (value.sort) setSort(value.sort);
    if (value.perPage) setPerPage(value.perPage);
  };
  const save = (label: string) => {
    const value = { filter: filterValues, displayedFilters, sort, perPage };
    setStored([...views.filter((view) => view.label !== label), { label, value }]);
  };
  return (
    <FilterButton label={t('views.title')} name={t('views.title')} on={false} icon="history">
      {(close) => (
        <Panel>
          {views.length > 0 && (
            <Views>
              {views.map((view) => (
                <li key={view.label}>
                  <Button
                    variant="text"
                    onClick={() => {
                      show(view);
                      close();
                    }}
                  >
                    {view.label}
                  </Button>
                  <IconButton
                    size="small"
                    aria-label={t('views.remove', { name: view.label })}
                    onClick={() => setStored(views.filter((each) => each !== view))}
                  >
                    <Icon name="cross" size={16} />
                  </IconButton>
                </li>
              ))}
            </Views>
          )}
          {canSave && (
            <Suspense>
              <SaveView
                onSave={(label) => {
                  save(label);
                  close();
                }}
              />
            </Suspense>
          )}
        </Panel>
      )}
    </FilterButton>
  );
}
