// Runs one of the repository's programs the way `npm start` runs the store: installed, and under a Node that is new enough.
// Usage: node scripts/run.mjs tests/bench/bench.ts [arguments of that program]
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepareRuntime } from './bootstrap.mjs'

const needsTools = /^(tests\/|scripts\/package\.ts)/.test(process.argv[2] ?? '')
if (await prepareRuntime(import.meta.url, { needsTools })) {
  // The program sees the arguments of a direct call.
  process.argv.splice(1, 1)
  await import(pathToFileURL(resolve(process.argv[1])).href)
}
