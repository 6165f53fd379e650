import {
  afterwards,
  caller,
  isCreation,
  isListing,
  isUsed,
  listed,
  namedTenant,
  onlyTheKeyDecides,
  unauthorized,
  withAnswerBody,
  withAnswerHeaders,
  withHeader,
} from '../rewrite.js';
import { type Answer, type Asked, json, refusal } from '../service.js';
import type { Tenant, World } from '../world.js';
import type { Fault } from './fault.js';
