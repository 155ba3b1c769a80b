// `npm start`: builds when sources have changed, then runs the bundles as in production.
import { join } from 'node:path'
import { bundleFolder, isBuilt } from './build.ts'
import { runToEnd } from './child.ts'
import { launch } from './launch.ts'
import { LaunchError, type LauncherSettings, readLauncherSettings } from './settings.ts'

const execArgv = ['--enable-source-maps']
const program = (name: string) => ({ file: join(bundleFolder, `${name}.js`), execArgv })

await launch(readSettingsOrExit(), {
  async build(signal, onPrepareBuilt) {
    if (isBuilt()) return
    console.log('Building…')
    const file = join(import.meta.dirname, 'build-process.ts')
    await runToEnd({ name: 'The build', file, env: {} }, signal, onPrepareBuilt)
  },
  prepare: program('prepare'),
  server: program('server'),
  worker: program('worker'),
  env: { NODE_ENV: 'production' },
})

function readSettingsOrExit(): LauncherSettings {
  try {
    return readLauncherSettings(process.env)
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
