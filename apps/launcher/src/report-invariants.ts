// Checks the invariants of this installation and prints one line for each.
import type { Db } from '@vitrine/database/connection'
import { checkInvariants, type Finding, type Installation } from '@vitrine/shop/invariants/invariant'

const MAX_REPORTED = 20

/** Checks everything and prints what was found. Returns whether all of it holds; what could not be asked is no violation. */
export async function reportInvariants(db: Db, installation: Installation): Promise<boolean> {
  const findings = await checkInvariants(db, installation)
  for (const finding of findings) report(finding)
  const broken = findings.filter(({ violations }) => violations && violations.length > 0)
  if (broken.length > 0) console.error(`${broken.length} of ${findings.length} invariants are violated.`)
  else console.log(`${findings.length} invariants hold.`)
  return broken.length === 0
}

function report({ name, says, violations }: Finding): void {
  if (violations === undefined) console.log(`skipped   ${name}: the store does not answer. ${says}`)
  else if (violations.length === 0) console.log(`holds     ${name}: ${says}`)
  else {
    console.error(`VIOLATED  ${name}: ${says}`)
    for (const violation of violations.slice(0, MAX_REPORTED)) console.error(`          ${violation}`)
    if (violations.length > MAX_REPORTED) console.error(`          and ${violations.length - MAX_REPORTED} more`)
  }
}
