// `npm test`: see scripts/test.ts.
import { prepareRuntime } from './bootstrap.mjs'

if (prepareRuntime(import.meta.url)) await import('./test.ts')
