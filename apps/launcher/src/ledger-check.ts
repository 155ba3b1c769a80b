// `npm run ledger:check`: verifies the ledger of this installation, running or not. Exits with 1 when totals do not match, or
// when there is nothing to check.
import { reportLedgerCheck } from './maintenance-command.ts'
import { LaunchError, readLauncherSettings } from './settings.ts'
import { withDatabase } from './with-database.ts'

try {
  process.exitCode = (await withDatabase(readLauncherSettings(process.env), reportLedgerCheck)) ? 0 : 1
} catch (error) {
  console.error(error instanceof LaunchError ? error.message : error)
  process.exitCode = 1
}
