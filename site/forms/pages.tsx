import type { ReactNode } from 'react';
import { AMBASSADOR } from '../../domain/forms/contact.ts';
import { NEWSLETTER_CONSENT } from '../../domain/forms/gate.ts';
import { FrontFrame } from '../front/frame.tsx';
import type { Page } from '../page.ts';
import { ContactForm, FormField, FormFrame } from './fields.tsx';

/** Contact, partnership, ambassadors, newsletter, and what they answer. */
export function formPages(): Page[] {
  return [
    {
      name: 'contact-us',
      path: '/contact-us',
      template: 'form',
      title: 'Contact – Tidegate',
      description: 'Write to support: a question about payments, your account or an invoice, answered by people.',
      body: <Contact />,
    },
    {
      name: 'contact-us-partner',
      path: '/contact-us/partner',
      template: 'form',
      title: 'Become a partner – Tidegate',
      description:
        'You build shops or serve merchants who want to take crypto? Say who you are and what you have in mind.',
      body: <Partner />,
    },
    {
      name: 'partner',
      path: '/partner',
      template: 'form',
      title: 'Become a brand ambassador – Tidegate',
      description: 'Apply as a brand ambassador: you reach merchants in Europe and real people follow you.',
      body: <Ambassador />,
    },
    {
      name: 'newsletter',
      path: '/newsletter',
      template: 'form',
      title: 'Product updates by email – Tidegate',
      description: 'What is new in the gateway, about once a month, with a link in each email to stop.',
      body: <Newsletter />,
    },
    {
      name: 'contact-us-sent',
      template: 'front',
      title: 'Your message was sent – Tidegate',
      description: 'Support has your message.',
      body: <ContactSent />,
    },
    {
      name: 'newsletter-sent',
      template: 'front',
      title: 'Check your mailbox – Tidegate',
      description: 'One click in the email confirms your address.',
      body: <NewsletterSent />,
    },
  ];
}

const PERSON = {
  name: { label: 'Name' },
  email: { label: 'Email', help: 'We answer there, and use it for nothing else.' },
} as const;

function Contact() {
  return (
    <FormPage title="Ask us. A person answers." aside={<Answering />}>
      <p className="lead">
        Questions about a payment are answered fastest when you name the invoice or the transaction. Never send us
        passwords, secret keys or codes.
      </p>
      <ContactForm
        kind="contact-us"
        action="/contact-us"
        button="Send message"
        words={{ ...PERSON, subject: { label: 'Subject' }, message: { label: 'Message' } }}
      />
    </FormPage>
  );
}

function Partner() {
  return (
    <FormPage title="Build it with us." aside={<Answering />}>
      <p className="lead">
        You run shops, build plug-ins or serve merchants who want to take crypto. Tell us what you do and what you need.
      </p>
      <ContactForm
        kind="contact-us-partner"
        action="/contact-us/partner"
        button="Send proposal"
        words={{
          ...PERSON,
          company: { label: 'Company' },
          website: { label: 'Website', help: 'For example shop.example' },
          message: { label: 'What you have in mind' },
        }}
      />
    </FormPage>
  );
}

const number = (count: number) => count.toLocaleString('en');

function Ambassador() {
  const { subscribers, dailyVisitors } = AMBASSADOR;
  return (
    <FormPage title="Tell your audience about level prices." aside={<Answering />}>
      <p className="lead">
        Brand ambassadors have more than {number(subscribers)} subscribers or {number(dailyVisitors)} daily visitors,
        most of them in the EU or EEA, and all of them people.
      </p>
      <ContactForm
        kind="partner"
        action="/partner"
        button="Send application"
        words={{
          ...PERSON,
          website: { label: 'Channel or website', help: 'For example channel.example' },
          subscribers: { label: 'Subscribers', help: 'Digits only; one of the two numbers is enough.' },
          daily_visitors: { label: 'Daily visitors', help: 'Digits only' },
          eu_audience: { label: 'Most of my audience is in the EU or EEA.' },
          real_users: { label: 'My audience is real: no bought followers, no programs.' },
          message: { label: 'About your channel' },
        }}
      />
    </FormPage>
  );
}

function Newsletter() {
  return (
    <FormPage title="Know what is new." aside={<Promises />}>
      <p className="lead">New features, changes of the API and what they mean for your shop, in a few paragraphs.</p>
      <FormFrame kind="newsletter" action="/newsletter" button="Subscribe">
        <FormField
          field={{ name: 'email', type: 'email', maxLength: 254 }}
          words={{ label: 'Email', help: NEWSLETTER_CONSENT }}
        />
      </FormFrame>
    </FormPage>
  );
}

function Promises() {
  return (
    <>
      <h2>What you agree to</h2>
      <p>
        We send you one email first. Only when you confirm it are you subscribed; otherwise your address is deleted. How
        we keep it is in the <a href="/legal/privacy">privacy policy</a>.
      </p>
    </>
  );
}

function Answering() {
  return (
    <>
      <h2>When we answer</h2>
      <dl>
        <dt>Hours</dt>
        <dd>__SUPPORT_HOURS__</dd>
        <dt>Answer within</dt>
        <dd>__ANSWER_HOURS__ hours</dd>
        <dt>Email</dt>
        <dd>
          <a href="mailto:__SUPPORT_MAIL__">__SUPPORT_MAIL__</a>
        </dd>
      </dl>
      <h2>Faster than we are</h2>
      <ul>
        <li>
          <a href="/support/articles">Help articles</a>
        </li>
        <li>
          <a href="/support/articles/i-paid-and-nothing-shows">I paid and nothing shows</a>
        </li>
        <li>
          <a href="/docs/api">API reference</a>
        </li>
      </ul>
      <h2>Something else</h2>
      <ul>
        <li>
          <a href="/contact-us">Ask support</a>
        </li>
        <li>
          <a href="/contact-us/partner">Become a partner</a>
        </li>
        <li>
          <a href="/partner">Become a brand ambassador</a>
        </li>
      </ul>
    </>
  );
}

interface FormPageProps {
  readonly title: string;
  readonly aside: ReactNode;
  readonly children: ReactNode;
}

function FormPage({ title, aside, children }: FormPageProps) {
  return (
    <FrontFrame>
      <div className="wrap beside">
        <div className="main">
          <h1>{title}</h1>
          {children}
        </div>
        <aside aria-label="Good to know">{aside}</aside>
      </div>
    </FrontFrame>
  );
}

function ContactSent() {
  return (
    <FrontFrame>
      <article className="wrap column">
        <h1>Your message was sent.</h1>
        <p className="lead">
          We answer within __ANSWER_HOURS__ hours by email. Your reference is <span className="num">__REFERENCE__</span>
        </p>
        <p className="acts">
          <a className="btn alt" href="/support/articles">
            Read help articles
          </a>
        </p>
      </article>
    </FrontFrame>
  );
}

function NewsletterSent() {
  return (
    <FrontFrame>
      <article className="wrap column">
        <h1>Check your mailbox.</h1>
        <p className="lead">
          Open the email that we sent and confirm your address. If you have product updates already, no email comes.
        </p>
      </article>
    </FrontFrame>
  );
}
