import { inEveryLanguage, type Page } from '../page.ts';
import { siteWords, useSite } from '../words.ts';
import { FrontFrame } from './frame.tsx';
import { PageText, Part } from './page-text.tsx';
import { questionsOf } from './questions.ts';
import { WithLinks } from './with-links.tsx';

export function faqPages(): Page[] {
  return inEveryLanguage('/faq', (language) => {
    const { title, description } = siteWords(language).faq;
    return {
      name: 'faq',
      template: 'front',
      title: `${title} – Tidegate`,
      description,
      structured: {
        '@context': 'https://schema.org',
        '@type': 'FAQPage',
        inLanguage: language,
        mainEntity: questionsOf(language)
          .flatMap(({ questions }) => questions)
          .map(({ question, answer }) => ({
            '@type': 'Question',
            name: question,
            acceptedAnswer: { '@type': 'Answer', text: answer },
          })),
      },
      body: <Faq />,
    };
  });
}

function Faq() {
  const { language, words } = useSite();
  const { heading, lead, notAnswered, search, articles, support } = words.faq;
  return (
    <FrontFrame>
      <PageText title={heading} lead={lead}>
        {questionsOf(language).map(({ topic, questions }) => (
          <Part key={topic} title={topic}>
            {questions.map(({ question, answer }) => (
              <details key={question}>
                <summary>{question}</summary>
                <p>{answer}</p>
              </details>
            ))}
          </Part>
        ))}
        <Part title={notAnswered}>
          <p>
            <WithLinks
              text={search}
              links={{
                articles: { to: '/support/articles', title: articles },
                support: { to: '/support', title: support },
              }}
            />
          </p>
        </Part>
      </PageText>
    </FrontFrame>
  );
}
