#!/usr/bin/env node
import { call } from './call.js';

await call(process.argv.slice(2));
