// `npm run vitrine -- COMMAND …`: owners, passwords and users' data of this installation. The commands live in apps/launcher.
import { runOwnerCommand } from '../apps/launcher/src/owner-command.ts'

process.exitCode = await runOwnerCommand(process.argv.slice(2), {
  environment: process.env,
  folder: process.env.INIT_CWD ?? process.cwd(),
  input: process.stdin,
})
