// Runs the build as a separate process: its memory (300 MB) is free before the store runs, and it can be interrupted.
import { build } from './build.ts'
import { LaunchError } from './settings.ts'

const end = () => process.exit(1)
process.on('disconnect', end)

try {
  await build(() => process.send?.('programs are built'))
} catch (error) {
  console.error(error instanceof LaunchError ? error.message : error)
  process.exit(1)
}
process.off('disconnect', end)
process.disconnect?.()
