// `npm test`: see scripts/test.ts.
import { prepareRuntime } from './bootstrap.mjs'

if (await prepareRuntime(import.meta.url, { needsTools: true })) await import('./test.ts')
