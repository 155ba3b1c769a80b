// Starts the store from a package, in which everything is already built.
import { launch } from './launch.ts'
import { builtPrograms, readSettingsOrExit } from './start-plan.ts'

await launch(readSettingsOrExit(), { ...builtPrograms, build: async () => {} })
