#!/usr/bin/env node
import { fsapi } from '../fsapi/fsapi.js';
import { call } from './execute.js';

await call(process.argv.slice(2), { tested: fsapi });
