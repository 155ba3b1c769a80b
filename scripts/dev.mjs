// `npm run dev`: see apps/launcher/src/dev.ts.
import { prepareRuntime } from './bootstrap.mjs'

if (await prepareRuntime(import.meta.url, { needsTools: true, isStore: true }))
  await import('../apps/launcher/src/dev.ts')
