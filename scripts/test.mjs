// `npm test`: see scripts/test.ts.
import { prepareRuntime } from './bootstrap.mjs'

if (prepareRuntime(import.meta.url, { needsTools: true })) await import('./test.ts')
