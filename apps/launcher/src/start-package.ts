// Starts the store of a package, in which everything is built.
import { launch } from './launch.ts'
import { builtPrograms, readSettingsOrExit } from './start-plan.ts'

await launch(readSettingsOrExit(), { ...builtPrograms, build: async () => {} })
