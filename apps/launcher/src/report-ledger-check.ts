// Prints whether the ledger of an installation adds up.
import type { Db } from '@vitrine/database/connection'
import { checkMoney } from '@vitrine/store/invariants/ledger-check'

/** Checks the ledger and prints the result. Returns whether it adds up. */
export async function reportLedgerCheck(db: Db): Promise<boolean> {
  const { transfers, entries, faults } = await checkMoney(db)
  for (const fault of faults) console.error(fault)
  const size = `${count(transfers, 'transfer', 'transfers')} and ${count(entries, 'entry', 'entries')}`
  if (faults.length === 0) console.log(`${size}: the ledger adds up.`)
  else console.error(`${size}: ${count(faults.length, 'fault', 'faults')}.`)
  return faults.length === 0
}

function count(number: number, one: string, many: string): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`
}
