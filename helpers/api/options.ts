import type { Server } from 'node:http';
import type { DecisionEntry, Report } from '../../schemas/types.js';
import type { Configuration } from '../settings/settings.js';
import type { Listener } from './listener.js';

/** An id of the catalogue, or an area: the prefix of its ids. */
type Named<Id extends string> = Id | (string & {});

/** Settings that only the command line has, and those that a program gives in another form. */
type Otherwise =
  | ('start' | 'startTimeoutSeconds' | 'quiet')
  | ('envFile' | 'decisionsFile' | 'baseline' | 'formats' | 'headers');

/**
 * What a run is asked to do. All that is not given has the default of the command line; what a message or a report
 * calls CONFORMANCE_OTHER_TENANT_ID is `otherTenantId` here. Paths begin in the working folder of the process.
 */
export interface ConformanceOptions<Id extends string = string> extends Partial<Omit<Configuration, Otherwise>> {
  /** Base address, with the /v1/ segment. Without it and without a listener only `embedded: true` runs: a demonstration. */
  readonly baseUrl?: string;
  /** Served on loopback, at a free port, as long as the run takes; the address is that of its /v1/. */
  readonly listener?: Listener | Server;
  /** Ids and areas that are probed: all unless given. */
  readonly only?: readonly Named<Id>[];
  /** Merged over each generated customer; {fresh} in a value is something new each time. */
  readonly customer?: Readonly<Record<string, unknown>>;
  /** Extra trusted certificates: PEM text, or the path of a file. */
  readonly ca?: string;
  /** Path of a file of headers that something in front of the target wants, one `Name: value` a line. */
  readonly headers?: string;
  /** Mutual TLS: paths of the certificate and of its private key, PEM. */
  readonly clientCert?: string;
  readonly clientKey?: string;
  /** Waivers, attestations and settled gaps: the entries, or the path of a file. None unless given. */
  readonly decisions?: readonly DecisionEntry[] | string;
  /** The report to compare with, or to resemble if it is of another target; or its path, or that of its run's folder. None unless given. */
  readonly baseline?: Report | string;
  /** The folder of the run, new or empty. Nothing is kept unless given. */
  readonly out?: string;
  /** What is written there besides report.json: html, md, junit, questions and har unless given. */
  readonly formats?: readonly Configuration['formats'][number][];
  /** Prints what the command line prints. */
  readonly print?: boolean;
  /** Reads CONFORMANCE_ variables, `.env`, decisions.json and the proxy's variables, as the command line does. */
  readonly readEnvironment?: boolean;
}
