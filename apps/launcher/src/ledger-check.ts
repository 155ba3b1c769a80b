// `npm run ledger:check`: proves the books of this installation, beside it while it runs or alone. Ends with 1 when
// anything does not add up, or when there is nothing to check.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { connect, disconnect } from '@vitrine/database/connection'
import { embeddedUrl, startEmbeddedPostgres } from '@vitrine/database/embedded'
import { checkBooks } from '@vitrine/shop/ledger-check'
import { takeInstanceLock } from './instance-lock.ts'
import { LaunchError, type LauncherSettings, readLauncherSettings } from './settings.ts'

try {
  const settings = readLauncherSettings(process.env)
  const isSound = settings.databaseUrl ? await report(settings.databaseUrl) : await reportEmbedded(settings)
  process.exitCode = isSound ? 0 : 1
} catch (error) {
  console.error(error instanceof LaunchError ? error.message : error)
  process.exitCode = 1
}

/** Uses the database of the shop that runs on this data folder, or starts it for as long as the check takes. */
async function reportEmbedded({ dataFolder, address }: LauncherSettings): Promise<boolean> {
  const folder = join(dataFolder, 'db')
  if (!existsSync(folder)) {
    throw new LaunchError(`There is no shop in ${dataFolder}. VITRINE_DATA or DATABASE_URL names another one.`)
  }
  const lock = await takeInstanceLock(dataFolder, { pid: process.pid, address })
  if (!lock.isTaken) return report(embeddedUrl(folder, 'vitrine'))
  try {
    const postgres = await startEmbeddedPostgres({ folder })
    try {
      return await report(postgres.url('vitrine'))
    } finally {
      await postgres.stop()
    }
  } finally {
    await lock.release()
  }
}

async function report(databaseUrl: string): Promise<boolean> {
  const db = connect(databaseUrl, { max: 1, applicationName: 'vitrine-ledger-check' })
  try {
    const { transfers, entries, faults } = await checkBooks(db)
    for (const fault of faults) console.error(fault)
    const size = `${count(transfers, 'transfer', 'transfers')} and ${count(entries, 'entry', 'entries')}`
    if (faults.length === 0) console.log(`${size}: the books are in order.`)
    else console.error(`${size}: ${count(faults.length, 'fault', 'faults')}.`)
    return faults.length === 0
  } finally {
    await disconnect(db)
  }
}

function count(number: number, one: string, many: string): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`
}
