// Publishes the samples that the owner chose during setup. A worker starts this as a separate program, because installing uses
// the worker's importer. It can run again after an interruption.
import { findSetup } from '@vitrine/store/admin/setup'
import { installSamples } from './install-samples.ts'
import { openInstallation } from './installation.ts'

const { db, storage, close } = await openInstallation(process.env)
try {
  const setup = await findSetup(db)
  await installSamples({ db, storage, chosen: setup?.samples ?? [] })
} finally {
  await close()
}
