// The stores that the journeys run against: each Playwright worker has one of its own, with its own port, files and database.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { builtContents } from '../../apps/launcher/src/build.ts'
import { root } from '../../apps/launcher/src/settings.ts'
import { findFreePort } from '../free-port.ts'
import { createOwnStore } from './own-store.ts'

const STORES = 2

/** Of the worker that reads this; Playwright numbers those that run at the same time from 0. */
const own = Number(process.env.TEST_PARALLEL_INDEX ?? 0)

export interface Store {
  port: number
  address: string
  dataFolder: string
}

/** Playwright reads its configuration again in each of its processes, so the first choice is stored in the environment. */
export async function chooseStores(): Promise<Store[]> {
  process.env.VITRINE_JOURNEY_DATA ??= mkdtempSync(join(tmpdir(), 'vitrine-journey-'))
  if (!process.env.VITRINE_JOURNEY_PORTS) {
    const ports = await Promise.all(Array.from({ length: STORES }, () => findFreePort()))
    process.env.VITRINE_JOURNEY_PORTS = ports.join(' ')
    const seeded = await seedDataFolder()
    for (let n = 0; n < STORES; n++) copyFolder(seeded, toDataFolder(n))
  }
  return process.env.VITRINE_JOURNEY_PORTS.split(' ').map((port, n) => {
    return { port: Number(port), address: `http://localhost:${port}`, dataFolder: toDataFolder(n) }
  })
}

/** The store of this worker. */
export async function ownStore(): Promise<Store> {
  const store = (await chooseStores())[own]
  if (!store) throw new Error(`there is no store ${own}`)
  return store
}

/** What `openInstallation` needs to open the store of this worker. */
export const ownInstallation = () => ({ VITRINE_DATA: toDataFolder(own) })

const toDataFolder = (n: number) => join(process.env.VITRINE_JOURNEY_DATA ?? '', String(n))

const seededFolders = join(root, 'node_modules/.cache/journeys')

/** A data folder after the first start; created once for each build, because a first start takes most of a minute. */
async function seedDataFolder(): Promise<string> {
  const known = builtContents()
  if (known !== undefined && existsSync(join(seededFolders, known))) return join(seededFolders, known)
  const store = await createOwnStore()
  try {
    await store.start()
    await store.stop()
    const folder = join(seededFolders, builtContents() ?? 'unknown')
    // Those of earlier builds.
    rmSync(seededFolders, { recursive: true, force: true })
    copyFolder(store.environment.VITRINE_DATA ?? '', `${folder}.part`)
    renameSync(`${folder}.part`, folder)
    return folder
  } finally {
    await store.remove()
  }
}

/**
 * After all journeys, copies the stores' scaled pictures to the seeded folder. A store creates each on its first request in a
 * separate process, which delays the page by half a second.
 */
export default function keepSmallerCopies(): void {
  const pictures = join(seededFolders, builtContents() ?? 'unknown', 'files/public')
  // It was built anew meanwhile.
  if (!existsSync(pictures)) return
  const seeded = new Set(readdirSync(pictures).map((name) => name.replace(/\.\w+$/, '')))
  for (let n = 0; n < STORES; n++) {
    const made = join(toDataFolder(n), 'files/public')
    for (const name of readdirSync(made)) {
      const [, original = '', width] = /^(\w+)-w(\d+)\.webp$/.exec(name) ?? []
      // Those that journeys have uploaded help no other run.
      if (!seeded.has(original) || seeded.has(`${original}-w${width}`)) continue
      cpSync(join(made, name), join(pictures, name))
      seeded.add(`${original}-w${width}`)
    }
  }
}

/** `to` does not exist yet. The files of a database may belong to another user, whom `cp -a` keeps. */
function copyFolder(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  execFileSync('cp', ['-a', from, to])
}
