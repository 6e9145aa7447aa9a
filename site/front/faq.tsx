import type { Page } from '../page.ts';
import { FrontFrame } from './frame.tsx';
import { PageText, Part } from './page-text.tsx';
import { QUESTIONS } from './questions.ts';

export function faqPage(): Page {
  return {
    ...{ name: 'faq', path: '/faq', template: 'front' },
    title: 'Questions and answers – Tidegate',
    description:
      'Short answers about coins, rates, confirmations, fees, refunds, integration and safety, for merchants and payers.',
    structured: {
      '@context': 'https://schema.org',
      '@type': 'FAQPage',
      mainEntity: QUESTIONS.flatMap(({ questions }) => questions).map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    },
    body: (
      <FrontFrame>
        <PageText title="Short answers to what people ask" lead="Longer ones are in the help articles.">
          {QUESTIONS.map(({ topic, questions }) => (
            <Part key={topic} title={topic}>
              {questions.map(({ question, answer }) => (
                <details key={question}>
                  <summary>{question}</summary>
                  <p>{answer}</p>
                </details>
              ))}
            </Part>
          ))}
          <Part title="Not answered?">
            <p>
              Search the <a href="/support/articles">help articles</a> or <a href="/support">contact support</a>.
            </p>
          </Part>
        </PageText>
      </FrontFrame>
    ),
  };
}
