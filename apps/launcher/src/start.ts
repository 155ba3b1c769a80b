// `npm start`: builds when sources have changed, then runs the bundles.

import { join } from 'node:path'
import { isBuilt } from './build.ts'
import { runToEnd } from './child.ts'
import { builtPrograms, launch, readSettingsOrExit } from './launch.ts'

await launch(readSettingsOrExit(), {
  ...builtPrograms,
  async build(signal, onPrepareBuilt) {
    if (isBuilt()) return
    console.log('Building…')
    const file = join(import.meta.dirname, 'build-process.ts')
    await runToEnd({ name: 'The build', file, env: {} }, signal, onPrepareBuilt)
  },
})
