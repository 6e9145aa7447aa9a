import { Component, type ReactNode } from 'react';
import { Card } from '../components/card.tsx';
import { ListError } from '../components/list-state.tsx';
import { Page } from '../components/page.tsx';
import { t } from '../i18n/translate.ts';

interface State {
  failure: unknown;
}

/** A room that fails does not take the shell with it. */
export class PageErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(failure: unknown): State {
    return { failure };
  }

  override render(): ReactNode {
    if (this.state.failure === null) return this.props.children;
    const title = t('error.crash.title');
    return (
      <Page>
        <Card title={title} titleHidden>
          <ListError title={title} error={this.state.failure} onRetry={() => this.setState({ failure: null })} />
        </Card>
      </Page>
    );
  }
}
