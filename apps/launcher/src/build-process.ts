// The build as a process of its own: what it needs (300 MB) is gone before the shop runs, and it can be ended half-way.
import { build } from './build.ts'
import { LaunchError } from './settings.ts'

const end = () => process.exit(1)
process.on('disconnect', end)

try {
  await build()
} catch (error) {
  console.error(error instanceof LaunchError ? error.message : error)
  process.exit(1)
}
process.off('disconnect', end)
process.disconnect?.()
