// `npm start`: see apps/launcher/src/start.ts.
import { prepareRuntime } from './bootstrap.mjs'

if (await prepareRuntime(import.meta.url, { isStore: true })) await import('../apps/launcher/src/start.ts')
