#!/usr/bin/env node
import { fsapi } from '../fsapi/fsapi.js';
import { call } from './call.js';

await call(process.argv.slice(2), { tested: fsapi });
