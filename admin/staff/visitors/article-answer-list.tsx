import Link from '@mui/material/Link';
import type { ArticleAnswersLine } from '../../../contract/contact.ts';
import { ReceiptArt } from '../../components/art.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { formatDay } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { column } from '../../list/columns.tsx';
import { AS_THE_API, ResourceList } from '../../list/resource-list.tsx';

/** What readers answered to "Was this useful?" below the help articles, the least useful first. */
export function ArticleAnswerList() {
  return (
    <ResourceList<ArticleAnswersLine>
      resource="article-answers"
      words="articleAnswers"
      sort={AS_THE_API}
      everyMs={60_000}
      filters={[]}
      columns={COLUMNS}
      card={(row) => ({
        key: row.id,
        primary: articleOf(row),
        value: '',
        secondary: dayOf(row),
        meta: t('articleAnswers.both', { useful: row.useful, notUseful: row.not_useful }),
      })}
      empty={
        <EmptyState art={<ReceiptArt />} title={t('articleAnswers.empty')} text={t('articleAnswers.empty.text')} />
      }
    />
  );
}

const COLUMNS: readonly TableColumn<ArticleAnswersLine>[] = [
  column('article', 'articleAnswers.article', articleOf),
  column('useful', 'articleAnswers.useful', ({ useful }) => String(useful), { width: 112 }),
  column('not-useful', 'articleAnswers.notUseful', ({ not_useful }) => String(not_useful), { width: 128 }),
  column('latest', 'articleAnswers.latest', dayOf, { width: 152, quiet: true }),
];

/** Its address says which article it is; the page is the site's, not the console's. */
function articleOf({ id, path }: ArticleAnswersLine) {
  return (
    <Link href={path} target="_blank" rel="noreferrer">
      {`${id.slice(0, 1).toUpperCase()}${id.slice(1).replaceAll('-', ' ')}`}
    </Link>
  );
}

/** A day of UTC is the same day everywhere. */
function dayOf({ latest_on }: ArticleAnswersLine): string {
  return formatDay(`${latest_on}T12:00:00`);
}
