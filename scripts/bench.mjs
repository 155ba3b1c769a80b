// `npm run bench`: see tests/bench/bench.ts.
import { prepareRuntime } from './bootstrap.mjs'

if (prepareRuntime(import.meta.url)) await import('../tests/bench/bench.ts')
