import type { ChosenPorts } from '../start/chosen-ports.ts';

/** Every port of the cluster beside the balancer's, with the environment variable that sets it, if there is one. */
export const clusterPorts = {
  postgres: 'POSTGRES_PORT',
  temporal: 'TEMPORAL_PORT',
  amqp: 'AMQP_PORT',
  amqpDistribution: null,
  epmd: null,
  smtp: 'SMTP_PORT',
  mailUi: 'MAIL_UI_PORT',
  cardPartner: 'CARD_SIMULATOR_PORT',
  api1: null,
  api2: null,
  temporalMembership: null,
  history1: null,
  history1Membership: null,
  history2: null,
  history2Membership: null,
  matching: null,
  matchingMembership: null,
  temporalWorker: null,
  temporalWorkerMembership: null,
} as const;

export type ClusterPorts = ChosenPorts<keyof typeof clusterPorts>;
