// The plan that runs the bundles as in production.
import { join } from 'node:path'
import type { LaunchPlan } from './launch.ts'
import { LaunchError, type LauncherSettings, readLauncherSettings, root } from './settings.ts'

const program = (name: string) => ({ file: join(root, 'build/node', `${name}.js`), execArgv: ['--enable-source-maps'] })

export const builtPrograms: Omit<LaunchPlan, 'build'> = {
  prepare: program('prepare'),
  server: program('server'),
  worker: program('worker'),
  env: { NODE_ENV: 'production' },
}

export function readSettingsOrExit(): LauncherSettings {
  try {
    return readLauncherSettings(process.env, process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
