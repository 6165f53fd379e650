/** The one entry: its parts overlap, since files of their own would run one after another. */
import { afterAll } from 'vitest';
import { endOfRun } from '../helpers/probes/teardown.js';
import './transport.suite.js';
import './transport-gaps.suite.js';
import './authentication.suite.js';
import './authentication-gaps.suite.js';
import './idempotency.suite.js';
import './idempotency-gaps.suite.js';
import './customer.suite.js';
import './customer-cases.suite.js';
import './customer-gaps.suite.js';
import './accounts.suite.js';
import './accounts-gaps.suite.js';
import './rest.suite.js';
import './events.suite.js';

afterAll(endOfRun);
