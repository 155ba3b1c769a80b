// `npm test`, `npm run test:full`, `npm run test:nightly`: see scripts/test.ts.
import { prepareRuntime } from './bootstrap.mjs'

if (await prepareRuntime(import.meta.url, { needsTools: true })) await import('./test.ts')
