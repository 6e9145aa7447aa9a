import { styled } from '@mui/material/styles';
import type { Verification } from '../../contract/verification.ts';
import { DocumentSlot } from './document-slot.tsx';

const List = styled('ul')(({ theme }) => ({ borderTop: `1px solid ${theme.palette.divider}` }));

export interface DocumentListProps {
  verification: Verification;
  /** Limits the list to the business (null) or one person; `all` shows all requested documents. */
  of: string | null | 'all';
  label: string;
}

/** The requested documents, one below the other. */
export function DocumentList({ verification, of, label }: DocumentListProps) {
  const { wanted, documents, people, editable } = verification;
  const shown = wanted.filter(({ person_id }) => of === 'all' || person_id === of);
  if (shown.length === 0) return null;
  return (
    <List aria-label={label}>
      {shown.map((each) => (
        <DocumentSlot
          key={`${each.kind}:${each.person_id}`}
          requested={each}
          document={documents.findLast(({ kind, person_id }) => kind === each.kind && person_id === each.person_id)}
          person={people.find(({ id }) => id === each.person_id)?.full_name}
          namesPerson={of === 'all'}
          editable={editable}
        />
      ))}
    </List>
  );
}

/** How many of them are missing. */
export function missingOf({ wanted }: Verification, of: string | null | 'all'): number {
  return wanted.filter(({ given, person_id }) => {
    if (given) return false;
    return of === 'all' || person_id === of;
  }).length;
}
