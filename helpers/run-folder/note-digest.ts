/** The last step of the build: notes beside the compiled files the digest of the sources that they were made of. */

import { noteSuiteDigest } from './digests.js';

noteSuiteDigest();
