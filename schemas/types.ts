// Written by generate-types.mjs from the schemas beside it; not edited by hand.

/**
 * The address nested in a customer. Which members are required is not shown, so none is.
 */

export interface Address {
  address_line1?: string;
  city?: string;
  country?: string;
  postal_code?: string;
  state?: string;
  [k: string]: unknown;
}

/**
 * One run's configuration, settled: options, variables and the .env file merged, checked against each other, defaults filled in. Paths are absolute. It holds keys, so it is never written anywhere.
 */

export interface Configuration {
  /**
   * Base address of the target, ending with one slash, without credentials, query or fragment. Absent: the embedded reference server.
   */
  baseUrl?: string;
  /**
   * Secret Key of the first tenant.
   */
  apiKey?: string;
  /**
   * x-tenant-id of the first tenant.
   */
  tenantId?: string;
  /**
   * x-tenant-id of a second, unrelated tenant.
   */
  otherTenantId?: string;
  /**
   * Secret Key of the second tenant, where it has one of its own: never equal to the first.
   */
  otherApiKey?: string;
  /**
   * Public Key of the first tenant.
   */
  publicKey?: string;
  /**
   * A key that was rotated out.
   */
  revokedKey?: string;
  /**
   * What the target is said to be.
   */
  environment: "sandbox" | "live";
  /**
   * Whether customers may be created on live.
   */
  allowLiveWrites: boolean;
  /**
   * Whether a target that looks like live was confirmed to be a sandbox.
   */
  confirmSandbox: boolean;
  /**
   * Merged over every generated customer; {fresh} in a value stands for something new each time.
   */
  customer?: {
    [k: string]: unknown;
  };
  /**
   * JSON Pointer to the identity of a customer in the answer to its creation.
   */
  customerIdPointer?: string;
  /**
   * JSON Pointer to the identity of an account, relative to one account.
   */
  accountIdPointer?: string;
  /**
   * Extra trusted certificates, PEM, one after the other.
   */
  ca?: string;
  /**
   * Whether keys may travel over plain HTTP to a host that is not loopback.
   */
  allowInsecureHttp: boolean;
  /**
   * Whether near misses of short tenant ids may be sent.
   */
  allowGuesses: boolean;
  /**
   * Whether a valid key may stand in a query string of a target that is not loopback.
   */
  allowKeyInQuery: boolean;
  /**
   * Ed25519 private key, PEM, that signs the run.
   */
  signingKeyFile?: string;
  /**
   * Who ran it; printed.
   */
  operator?: string;
  /**
   * How the report is classified; printed.
   */
  classification?: string;
  /**
   * The run's folder, empty or not there yet. Absent: one named after the run.
   */
  out?: string;
  /**
   * Ids that are probed, in catalogue order: all of the catalogue where no filter was given.
   */
  only: string[];
  /**
   * Ids that make the run inconclusive when they are skipped, in catalogue order.
   */
  require: string[];
  /**
   * Which observations are made. Default: all on loopback and embedded, else cheap.
   */
  observe: "none" | "cheap" | "all";
  /**
   * Customers that observations may create at most. Default: absent, which is no limit, on loopback and embedded, else 25.
   */
  maxCustomers?: number;
  /**
   * Requests in flight.
   */
  concurrency: number;
  /**
   * Requests a second, over everything. Absent: unlimited.
   */
  rate?: number;
  /**
   * Milliseconds for one exchange, whole.
   */
  timeoutMs: number;
  /**
   * Seconds for the run.
   */
  deadlineSeconds: number;
  /**
   * Generated cases per property.
   */
  cases: number;
  /**
   * The part of the generated cases that this machine takes, counted from 1.
   */
  shard?: {
    index: number;
    of: number;
  };
  /**
   * Seed of everything generated. Default: random.
   */
  seed: number;
  /**
   * The decisions file. Default: decisions.json where that is there.
   */
  decisionsFile?: string;
  /**
   * Report to compare with, or none. Absent: that of the last complete run against the same target.
   */
  baseline?: string;
  /**
   * Whether a changed observation makes the run nonconformant.
   */
  failOnDrift: boolean;
  /**
   * Formats that are written; json, which is report.json, is always the first of them.
   */
  formats: ("json" | "html" | "md" | "junit" | "ctrf" | "sarif" | "earl" | "oscal" | "har" | "pdf")[];
  /**
   * How much of the exchanges is kept. Default: full on loopback and embedded, else shape.
   */
  evidence: "full" | "shape" | "none";
  /**
   * Command that starts the target.
   */
  start?: string;
  /**
   * Seconds until a started target has to answer.
   */
  startTimeoutSeconds: number;
  /**
   * Port on which notifications are awaited during the run.
   */
  webhookPort?: number;
  /**
   * Whether the run ends with the first failure.
   */
  bail: boolean;
  /**
   * Whether the run is repeated on changes.
   */
  watch: boolean;
  /**
   * Whether only the outcome is printed.
   */
  quiet: boolean;
}

/**
 * What is sent to create a customer. Which members are required, and whether others are allowed, is not shown, so neither is restricted.
 */

export interface Customer {
  first_name?: string;
  last_name?: string;
  middle_name?: string;
  email?: string;
  phone?: string;
  type?: string;
  gender?: string;
  date_of_birth?: string;
  address?: Address;
  [k: string]: unknown;
}

/**
 * The address nested in a customer. Which members are required is not shown, so none is.
 */

/**
 * What people decided about requirements, in a file of their own: a list of entries, or an object that holds one.
 */

export type Decisions =
  | DecisionEntry[]
  | {
      /**
       * For editors.
       */
      $schema?: string;
      decisions: DecisionEntry[];
    };

export type DecisionEntry = Entry;

export interface Entry {
  /**
   * Id of the catalogue.
   */
  id: string;
  kind: "waive" | "attest" | "settle";
  /**
   * The person who decided. What stands between ‹ and › is a place for a name, not one.
   */
  by: string;
  /**
   * The day of the decision.
   */
  on: string;
  reason: string;
  /**
   * The last day on which it holds.
   */
  expires?: string;
  /**
   * Of a waiver: the one check that it covers, by its name.
   */
  check?: string;
  ticket?: string;
  approvedBy?: string;
  /**
   * Of an attestation: where it can be looked up.
   */
  evidence?: string;
  /**
   * Of a settlement: a JSON Schema (2020-12) over the observation.
   */
  schema?:
    | {
        [k: string]: unknown;
      }
    | boolean;
}

/**
 * manifest.json: every file of a run's folder with its digest, but for itself and the attestation, which covers it.
 */

export interface Manifest {
  schemaVersion: "1.0";
  /**
   * Id of the run.
   */
  run: string;
  /**
   * Version of the suite that sealed it.
   */
  suiteVersion: string;
  /**
   * Of version 0.1 only, which chained the exchanges.
   */
  evidence?: {
    /**
     * How many exchanges there are.
     */
    exchanges: number;
    /**
     * Last link of their hash chain, SHA-256.
     */
    head: string;
  };
  /**
   * Key that signs the attestation: SHA-256 of its SubjectPublicKeyInfo in DER. Absent where the folder is sealed by digests only.
   */
  signedBy?: string;
  /**
   * In the order of their names.
   *
   * @minItems 1
   */
  files: [SealedFile, ...SealedFile[]];
}

export interface SealedFile {
  /**
   * Name in the folder; there are no folders in it.
   */
  name: string;
  /**
   * Size in bytes.
   */
  bytes: number;
  /**
   * SHA-256, hexadecimal.
   */
  sha256: string;
}

/**
 * The outcome of one run: every requirement of the catalogue, in catalogue order, with exactly one verdict. Every other format is rendered from this file and the evidence.
 */

export interface Report {
  schemaVersion: "1.0";
  run: {
    /**
     * Start of the run, UTC, with hyphens for colons, and a suffix where two runs began in one second.
     */
    id: string;
    /**
     * Start of the run.
     */
    startedAt: string;
    /**
     * End of the run.
     */
    finishedAt: string;
    /**
     * False for a run that was cut short by its deadline, by --bail or by a signal.
     */
    complete: boolean;
    /**
     * Why the run was cut short, as a sentence.
     */
    stopped?: string;
    /**
     * Seed of everything generated.
     */
    seed: number;
    /**
     * Version of this suite.
     */
    suiteVersion: string;
    /**
     * How the suite is called where it ran; options follow. `npm run conformance --` if it is not told.
     */
    command?: string;
    /**
     * Version of Node that ran it.
     */
    node?: string;
    specification: {
      /**
       * Title of the specification.
       */
      title: string;
      /**
       * Version segment of the specification.
       */
      version: string;
    };
    /**
     * Who ran it, as configured.
     */
    operator?: string;
    /**
     * Address of the CI job.
     */
    job?: string;
    /**
     * How the report is classified, as configured.
     */
    classification?: string;
    /**
     * SHA-256 over catalogue, schemas and suites: the same exam, whatever the target.
     */
    exam: string;
    /**
     * SHA-256 over everything configured that is not a secret.
     */
    configuration: string;
    /**
     * SHA-256 of the decisions file.
     */
    decisions?: string;
    /**
     * SHA-256 of the previous report against the same target.
     */
    previous?: string;
    /**
     * Ids that must not be skipped (--require), where there are any.
     */
    required?: string[];
    /**
     * The exchanges that the report rests on: evidence.har, whether the folder has it or not.
     */
    evidence?: {
      /**
       * How many there are.
       */
      exchanges: number;
      /**
       * SHA-256 of evidence.har, hexadecimal.
       */
      sha256?: string;
      /**
       * Of reports of version 0.1, in place of sha256: the last link of a hash chain over the exchanges.
       */
      head?: string;
    };
    /**
     * Generated cases, where there are any.
     */
    cases?: {
      /**
       * Well-formed and malformed customers each, for every member (--cases).
       */
      each: number;
      /**
       * How many there were to ask.
       */
      planned: number;
      /**
       * How many were asked.
       */
      asked: number;
      /**
       * What is counted and listed, and not in the evidence.
       */
      unkept: {
        /**
         * Requests.
         */
        requests: number;
        /**
         * Customers that these requests created; they stand under created.
         */
        customers: number;
      };
    };
    /**
     * Which parts of a divided run this is, where it is one or several of them (--shard).
     */
    shards?: {
      /**
       * Parts in all.
       */
      of: number;
      /**
       * Parts that are here, counted from 1, in order.
       */
      here: number[];
      /**
       * Whether those were asked to their end.
       */
      finished: boolean;
    };
    /**
     * What a reader has to know about the run itself, one sentence each.
     */
    notices?: string[];
  };
  target: {
    /**
     * Base address, without credentials.
     */
    baseUrl: string;
    environment: "sandbox" | "live";
    /**
     * True where the run asked the embedded reference server: it then says nothing about any service.
     */
    embedded: boolean;
    /**
     * How many tenants were configured.
     */
    tenants: 1 | 2;
    certificate?: {
      /**
       * Subject.
       */
      subject: string;
      /**
       * Issuer.
       */
      issuer: string;
      /**
       * Start of validity.
       */
      validFrom: string;
      /**
       * End of validity.
       */
      validTo: string;
      /**
       * SHA-256 fingerprint.
       */
      fingerprint256: string;
      /**
       * TLS version negotiated.
       */
      protocol?: string;
    };
  };
  summary: {
    verdict: "conformant" | "nonconformant" | "inconclusive";
    counts: {
      /**
       * Requirements that are pass.
       */
      pass: number;
      /**
       * Requirements that are fail.
       */
      fail: number;
      /**
       * Requirements that are waived.
       */
      waived: number;
      /**
       * Requirements that are inconclusive.
       */
      inconclusive: number;
      /**
       * Requirements that are skipped.
       */
      skipped: number;
      /**
       * Requirements that are attested.
       */
      attested: number;
      /**
       * Requirements that are pending.
       */
      pending: number;
    };
    /**
     * Customers that the run is known to have created.
     */
    customersCreated: number;
    /**
     * Requests sent, repeats included.
     */
    requests: number;
    /**
     * Requests and probes that were repeated because of a transport fault.
     */
    retried: number;
  };
  /**
   * @minItems 1
   */
  requirements: [ReportedRequirement, ...ReportedRequirement[]];
  /**
   * The entries of the decisions file that took part.
   */
  decisions: {
    [k: string]: unknown;
  }[];
  /**
   * How this run differs from the report it was compared with. It takes no part in the verdict.
   */
  comparison?: {
    baseline: {
      /**
       * Run id.
       */
      id: string;
      /**
       * Start.
       */
      startedAt: string;
      /**
       * Base address of its target.
       */
      baseUrl: string;
      /**
       * True where it asked the embedded reference server.
       */
      embedded?: boolean;
      /**
       * Version of the suite that made it.
       */
      suiteVersion?: string;
    };
    /**
     * Requirements that were observed in both runs.
     */
    compared: number;
    /**
     * Requirements that were observed otherwise.
     */
    changed: string[];
    /**
     * Requirements that fail now and did not then.
     */
    newFailures: string[];
    /**
     * Requirements that were contradicted then and pass now.
     */
    fixed: string[];
    /**
     * Requirements that were decided then and are not now.
     */
    undecided: string[];
    /**
     * Requirements that are decided now and were not then.
     */
    decided: string[];
    /**
     * Checks that the baseline has and this run has not, of requirements that both asked.
     */
    vanished: {
      /**
       * Id of the requirement.
       */
      id: string;
      /**
       * Name of the check.
       */
      name: string;
    }[];
  };
  /**
   * The last 30 runs against this target, oldest first, this one included.
   *
   * @maxItems 30
   */
  history: {
    /**
     * Run id.
     */
    id: string;
    /**
     * Start.
     */
    startedAt: string;
    verdicts: {
      [k: string]: "pass" | "fail" | "waived" | "inconclusive" | "skipped" | "attested" | "pending";
    };
  }[];
  /**
   * Every customer that the run is known to have created, so that the owner can purge them.
   */
  created: {
    /**
     * Key under which the customer was created.
     */
    idempotencyKey: string;
    /**
     * Identity of the customer, where one was found.
     */
    identity?: string | number;
    /**
     * E-mail address of the customer.
     */
    email: string;
    tenant?: "first" | "second";
  }[];
}

/**
 * This interface was referenced by `Report`'s JSON-Schema
 * via the `definition` "requirement".
 */

export interface ReportedRequirement {
  /**
   * Id of the catalogue.
   */
  id: string;
  /**
   * What is required, or what is left open.
   */
  title: string;
  /**
   * Area of the catalogue.
   */
  area: string;
  basis: "stated" | "inferred" | "attested" | "not-shown";
  /**
   * Section and item of the specification.
   */
  clause: string;
  /**
   * The step from the clause to an inferred requirement.
   */
  step?: string;
  /**
   * Items of the OWASP API Security Top 10 (2023) that a pass supports, which is less than proving them.
   */
  supports?: string[];
  verdict: "pass" | "fail" | "waived" | "inconclusive" | "skipped" | "attested" | "pending";
  /**
   * What happened, in one sentence.
   */
  found?: string;
  /**
   * Why it is not decided, or not a pass.
   */
  reason?: string;
  /**
   * Why a contradiction matters.
   */
  why?: string;
  /**
   * First night in a row with this verdict.
   */
  since?: string;
  /**
   * What was observed, in its normal form.
   */
  observation?: {
    [k: string]: unknown;
  };
  /**
   * The observation for people.
   */
  sentence?: string;
  /**
   * The statements that the sentence joins.
   */
  sentences?: string[];
  /**
   * What left it out of this run. Absent where it was tested, or skipped for another reason.
   */
  leftOut?: "filter" | "shard";
  /**
   * How the observation differs from the baseline.
   */
  drift?: {
    /**
     * The sentence of the baseline.
     */
    before?: string;
    /**
     * The statements of the baseline.
     */
    sentencesBefore?: string[];
    /**
     * The sentence of this run.
     */
    now?: string;
    /**
     * What changed, in one line.
     */
    sentence?: string;
    differences?: {
      /**
       * JSON Pointer into the observation.
       */
      at: string;
      /**
       * Absent where it was not there.
       */
      before?: {
        [k: string]: unknown;
      };
      /**
       * Absent where it is not there any more.
       */
      now?: {
        [k: string]: unknown;
      };
    }[];
  };
  /**
   * The decision that took part.
   */
  decision?: {
    [k: string]: unknown;
  };
  /**
   * Ids of the exchanges that its observation rests on; those of its checks stand there.
   */
  exchanges?: string[];
  checks: ReportedCheck[];
}

/**
 * This interface was referenced by `Report`'s JSON-Schema
 * via the `definition` "check".
 */

export interface ReportedCheck {
  /**
   * Unique within the requirement.
   */
  name: string;
  /**
   * Where it differs from the basis of the requirement.
   */
  basis?: "stated" | "inferred";
  verdict: "pass" | "fail" | "waived" | "inconclusive" | "skipped";
  /**
   * Why it is not a pass.
   */
  reason?: string;
  /**
   * What happened, in one sentence.
   */
  found?: string;
  /**
   * What was sent. Reports of 0.1 have a text.
   */
  sent?: string | Sent;
  /**
   * What the clause asks for.
   */
  expected?: string;
  /**
   * What came back.
   */
  received?: string;
  /**
   * The same request without the change, and its outcome. Reports of 0.1 have a text.
   */
  control?: string | Control;
  /**
   * A command that sends it again.
   */
  again?: string;
  /**
   * Ids of the evidence.
   */
  exchanges: string[];
  /**
   * Id of the exchange that contradicts the requirement.
   */
  deciding?: string;
  durationMs: number;
  /**
   * How often it was begun again because of a transport fault.
   */
  retried?: number;
  /**
   * What became of generated cases, in a check that asked some.
   */
  cases?: {
    /**
     * How many there were to ask.
     */
    planned: number;
    /**
     * How many were asked.
     */
    asked: number;
    /**
     * How many were let in.
     */
    letIn: number;
    /**
     * How many were refused.
     */
    refused: number;
    /**
     * How many malformed ones were let in with the value put right.
     */
    putRight: number;
    /**
     * How many got an answer that decides nothing.
     */
    open: number;
  };
}

/**
 * This interface was referenced by `Report`'s JSON-Schema
 * via the `definition` "sent".
 */

export interface Sent {
  /**
   * Method and path, or several requests in words.
   */
  request: string;
  /**
   * How it differs from a valid request: without Api-Key.
   */
  change?: string;
}

/**
 * This interface was referenced by `Report`'s JSON-Schema
 * via the `definition` "control".
 */

export interface Control {
  /**
   * The request in words.
   */
  request: string;
  /**
   * Status of its response.
   */
  status: number;
  /**
   * What else the response shows.
   */
  outcome?: string;
  /**
   * Id of the exchange.
   */
  exchange?: string;
}

/**
 * Headers of a well-formed request, names in lower case. POST requests need the last two as well.
 */

export interface RequestHeaders {
  "api-key": string;
  "x-tenant-id"?: string;
  "idempotency-key"?: string;
  "content-type"?: string;
  [k: string]: unknown;
}

/**
 * Headers of a well-formed request, names in lower case. POST requests need the last two as well.
 *
 * This interface was referenced by `RequestHeaders`'s JSON-Schema
 * via the `definition` "write".
 */

export interface WriteHeaders {
  "api-key"?: string;
  "x-tenant-id"?: string;
  "idempotency-key": string;
  "content-type": string;
  [k: string]: unknown;
}
