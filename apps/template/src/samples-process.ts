// Puts the samples on sale that the owner chose while setting the store up. A program of its own, which a worker starts: installing
// uses the worker's importer. It may run again after it was ended.
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
