/** The last step of the build: notes the digest of the sources. */

import { noteSuiteDigest } from './digests.js';

noteSuiteDigest();
