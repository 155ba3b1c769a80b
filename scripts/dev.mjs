// `npm run dev`: see apps/launcher/src/dev.ts.
import { prepareRuntime } from './bootstrap.mjs'

if (prepareRuntime(import.meta.url)) await import('../apps/launcher/src/dev.ts')
