// The stores that the journeys run against: each Playwright worker has one of its own, with its own port, files and database.
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../free-port.ts'

const STORES = 2

/** Of the worker that reads this; Playwright numbers those that run at the same time from 0. */
const own = Number(process.env.TEST_PARALLEL_INDEX ?? 0)

export interface Store {
  port: number
  address: string
  dataFolder: string
}

/** Playwright reads its configuration again in each of its processes: what was chosen first is kept in the environment. */
export async function chooseStores(): Promise<Store[]> {
  process.env.VITRINE_JOURNEY_DATA ??= mkdtempSync(join(tmpdir(), 'vitrine-journey-'))
  if (!process.env.VITRINE_JOURNEY_PORTS) {
    const ports = await Promise.all(Array.from({ length: STORES }, () => findFreePort()))
    process.env.VITRINE_JOURNEY_PORTS = ports.join(' ')
  }
  return process.env.VITRINE_JOURNEY_PORTS.split(' ').map((port, n) => {
    const dataFolder = dataFolderOf(n)
    mkdirSync(dataFolder, { recursive: true })
    return { port: Number(port), address: `http://localhost:${port}`, dataFolder }
  })
}

/** The store of this worker. */
export async function ownStore(): Promise<Store> {
  const store = (await chooseStores())[own]
  if (!store) throw new Error(`there is no store ${own}`)
  return store
}

/** What `openInstallation` needs to open the store of this worker. */
export const ownInstallation = () => ({ VITRINE_DATA: dataFolderOf(own) })

const dataFolderOf = (n: number) => join(process.env.VITRINE_JOURNEY_DATA ?? '', String(n))
