import { run } from '../cli/commands/run.js';

/** The executable, but for the order in which its checks begin: a number, and then the options of `run`. */
const [order, ...argv] = process.argv.slice(2);
const status = await run(argv, { env: process.env, cwd: process.cwd(), order: Number(order) });
process.exit(status);
