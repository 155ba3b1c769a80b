// `npm run template -- COMMAND …`: imports designers' files. The command itself lives in apps/template.
import { resolve } from 'node:path'
import { runTemplateCommand } from '../apps/template/src/command.ts'

process.exitCode = await runTemplateCommand(process.argv.slice(2), { cwd: process.env.INIT_CWD ?? resolve('.') })
