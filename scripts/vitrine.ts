// `npm run vitrine -- COMMAND …`: owners, passwords and users' data of this installation. The commands live in
// apps/launcher; those that publish templates in apps/template.

import { isMaintenanceCommand, runMaintenanceCommand } from '../apps/launcher/src/maintenance-command.ts'
import { runOwnerCommand } from '../apps/launcher/src/owner-command.ts'
import { isPublishingCommand, PUBLISHING_USAGE, runPublishingCommand } from '../apps/template/src/publishing-command.ts'

const argv = process.argv.slice(2)
const terminal = { environment: process.env, folder: process.env.INIT_CWD ?? process.cwd(), input: process.stdin }

process.exitCode = isMaintenanceCommand(argv[0])
  ? await runMaintenanceCommand(argv, terminal)
  : isPublishingCommand(argv[0])
    ? await runPublishingCommand(argv, terminal)
    : await runOwnerCommand(argv, { ...terminal, otherCommands: PUBLISHING_USAGE })
