import type { Page } from '../page.ts';
import { FrontFrame } from './frame.tsx';

/** A field that searches all articles; the server answers, so that it needs no script. */
export function SearchForm({ query = '' }: { readonly query?: string }) {
  return (
    <search>
      <form className="search" action="/search">
        <label>
          <span className="unseen">Search the articles</span>
          <input
            type="search"
            name="q"
            required
            maxLength={100}
            placeholder="Search the articles"
            defaultValue={query}
          />
        </label>
        <button className="btn alt" type="submit">
          Search
        </button>
      </form>
    </search>
  );
}

/** Filled in by `api/routes/search.ts`. */
export function searchPage(): Page {
  return {
    name: 'search',
    template: 'front',
    title: 'Search – Tidegate',
    description: 'Articles that contain the words you search for.',
    body: (
      <FrontFrame section="/support/articles">
        <div className="wrap listing">
          <h1>__SEARCH_HEADING__</h1>
          <SearchForm query="__SEARCH_QUERY__" />
          __SEARCH_RESULTS__
        </div>
      </FrontFrame>
    ),
  };
}
