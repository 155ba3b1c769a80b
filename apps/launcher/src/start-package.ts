// Starts the store from a package, in which everything is already built.
import { builtPrograms, launch, readSettingsOrExit } from './launch.ts'

await launch(readSettingsOrExit(), { ...builtPrograms, build: async () => {} })
