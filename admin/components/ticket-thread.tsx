import Link from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import type { TicketFile } from '../../contract/support.ts';
import { formatBytes } from '../i18n/format.ts';

const List = styled('ol')(({ theme }) => ({
  display: 'grid',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': { display: 'grid', gap: 4, padding: '12px 16px' },
  '& > li + li': { borderTop: `1px solid ${theme.palette.divider}` },
  '& > li[data-side=support]': { backgroundColor: theme.palette.soft.neutral },
  '& small': { fontSize: 13, color: theme.palette.text.secondary, overflowWrap: 'anywhere' },
  [theme.breakpoints.up('sm')]: { '& > li': { paddingInline: 20 } },
}));
/** As it was typed: no link in it can be clicked. */
const Typed = styled('p')({ margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' });

export interface ThreadMessage {
  readonly id: string;
  readonly isSupport: boolean;
  /** Its author and time. */
  readonly head: string;
  readonly text: string;
  readonly files: readonly TicketFile[];
  readonly below?: ReactNode;
}

/** The messages of a ticket as text, the oldest first, with their files as downloads. */
export function Thread({ messages, fileUrl }: { messages: readonly ThreadMessage[]; fileUrl: (id: string) => string }) {
  return (
    <List>
      {messages.map(({ id, isSupport, head, text, files, below }) => (
        <li key={id} data-side={isSupport ? 'support' : 'customer'}>
          <small>{head}</small>
          <Typed dir="auto">{text}</Typed>
          {files.map((file) => (
            <small key={file.id}>
              <Link href={fileUrl(file.id)} download={file.file_name}>
                {file.file_name}
              </Link>{' '}
              ({formatBytes(file.size_bytes)})
            </small>
          ))}
          {below}
        </li>
      ))}
    </List>
  );
}
