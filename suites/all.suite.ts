/** The one entry: its parts overlap, since files of their own would run one after another. */
import { afterAll } from 'vitest';
import { acquaintance, noteCreated } from '../helpers/controls/acquaintance.js';
import { run } from '../helpers/engine/run.js';
import { inScope } from '../helpers/engine/scope.js';
import { isCreation } from '../helpers/observation/passing.js';
import './transport.suite.js';
import './authentication.suite.js';
import './idempotency.suite.js';
import './customer.suite.js';
import './accounts.suite.js';
import './rest.suite.js';

afterAll(async () => {
  const created = run().replies.filter(isCreation);
  if (created.length > 0) {
    // What was learned is asked for again, not sent again: an acquaintance is made once a run.
    const known = await inScope('identities of what was created', () => acquaintance().catch(() => undefined));
    noteCreated(created, known?.identity);
  }
  run().connection.close();
  run().journal.write({ entry: 'end', ...(run().stopped === undefined ? {} : { stopped: run().stopped }) });
});

