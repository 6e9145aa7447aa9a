import type { NewTicketBody, Ticket, TicketFile, TicketReplyBody } from '../../contract/support.ts';
import type { TicketRating } from '../../domain/support/ticket.ts';
import type { Api } from '../data/api.ts';

export interface OfferedArticle {
  readonly path: string;
  readonly title: string;
}

export const ticketCalls = (api: Api) => ({
  openTicket: (body: NewTicketBody) => api.post<Ticket>('/spa/tickets', body),
  replyToTicket: (id: string, body: TicketReplyBody) => api.post<Ticket>(`/spa/tickets/${id}/reply`, body),
  closeTicket: (id: string) => api.post<Ticket>(`/spa/tickets/${id}/close`, {}),
  rateTicket: (id: string, rating: TicketRating) => api.post<Ticket>(`/spa/tickets/${id}/rating`, { rating }),
  /** A file for a message that is not sent yet. */
  uploadTicketFile: (file: File) =>
    api.post<TicketFile>(
      `/spa/ticket-files?${new URLSearchParams({ file_name: file.name.slice(-200) || 'file' })}`,
      file,
    ),
  /** Articles about what somebody types; none where the site is off. */
  offeredArticles: (text: string) =>
    api.get<readonly OfferedArticle[]>(
      `/support/articles/offers.json?${new URLSearchParams({ q: text.slice(0, 200) })}`,
    ),
});

declare module '../data/use-provider.ts' {
  interface TidegateProvider extends ReturnType<typeof ticketCalls> {}
}
