// `npm run dev`: runs everything from source. Vite reloads pages on the server's own port; the server and the worker restart
// when their sources change.
import { watch } from 'node:fs'
import { join } from 'node:path'
import type { SupervisedChild } from './child.ts'
import { launch } from './launch.ts'
import { readLauncherSettings, root } from './settings.ts'

const SHARED = [
  'packages/document/src',
  'packages/auto-layout/src',
  'packages/project/src',
  'packages/after-effects/src',
  'packages/painter/src',
  'packages/billing-pdf/src',
  'packages/contract/src',
  'packages/providers/src',
  'packages/database/src',
  'packages/store/src',
]

/** Editors write a file in several steps, followed by formatters. Changes this close together count as one. */
const SETTLE_MS = 150

const execArgv = ['--conditions=development', '--disable-warning=ExperimentalWarning']
const program = (file: string) => ({ file: join(root, file), execArgv })

await launch(readLauncherSettings(process.env, process.argv.slice(2)), {
  build: async () => {},
  prepare: program('apps/launcher/src/prepare.ts'),
  server: program('apps/server/src/server.ts'),
  worker: program('apps/worker/src/worker.ts'),
  env: { NODE_ENV: 'development', VITRINE_DEV: '1' },
  onStarted({ server, worker }) {
    const ends = [
      restartOnChange(server, [...SHARED, 'packages/sandbox-payment/src', 'apps/server/src']),
      restartOnChange(worker, [...SHARED, 'apps/worker/src']),
    ]
    return () => {
      for (const end of ends) end()
    }
  },
})

function restartOnChange(child: SupervisedChild, folders: string[]): () => void {
  let timer: NodeJS.Timeout | undefined
  const watchers = folders.map((folder) =>
    watch(join(root, folder), { recursive: true }, (_event, name) => {
      if (name && /\.test\.ts$|~$|\.sw.$/.test(name)) return
      clearTimeout(timer)
      timer = setTimeout(() => child.restart(), SETTLE_MS)
    }),
  )
  return () => {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
  }
}
