// The store of a day of trade: two servers and two workers behind a balancer that loses some responses, on one durable PostgreSQL
// and one bucket, with the samples on sale.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { connect, type Db, disconnect } from '@vitrine/database/connection'
import { startEmbeddedPostgres } from '@vitrine/database/embedded'
import { migrate } from '@vitrine/database/migrate'
import type { Storage } from '@vitrine/providers/storage'
import { openStorage, readStorageSettings } from '@vitrine/providers/storage/settings'
import { createSignedLinks } from '@vitrine/providers/storage/signed-link'
import { installSamples } from '@vitrine/template/install-samples'
import { build, isBuilt } from '../../apps/launcher/src/build.ts'
import { findFreePort } from '../free-port.ts'
import { type Balancer, startBalancer } from '../operations/balancer.ts'
import type { Machine } from '../operations/machine.ts'
import { createMachinePair, type MachinePlace, sharedSettings } from '../operations/machine-pair.ts'
import { endChild } from '../process-list.ts'
import type { Random } from './day.ts'

const MIGRATIONS = resolve(import.meta.dirname, '../../packages/store/migrations')
/** Of what changes something: about one answer in a hundred never arrives. */
const LOST_ANSWERS = 0.01

export interface TradingStore {
  /** Of the balancer. */
  readonly url: string
  /** Of each server by itself. */
  readonly serverUrls: readonly string[]
  readonly db: Db
  readonly storage: Storage
  /** Servers and workers by name, with the address of their metrics. */
  readonly machines: readonly { readonly name: string; readonly machine: Machine; readonly metrics: string }[]
  readonly databasePid: number
  /** How many answers were lost so far. */
  readonly lostAnswers: () => number
  close(): Promise<void>
}

/** `isDurable`: the database outlives a crash, as it does in production. */
export async function openTradingStore(random: Random, { isDurable = true } = {}): Promise<TradingStore> {
  if (!isBuilt()) await build()
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-trade-'))
  const closers: (() => Promise<unknown> | unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const close = async () => {
    for (const closer of closers.toReversed()) await closer()
  }
  try {
    const postgres = await startEmbeddedPostgres({ folder: join(folder, 'db'), isDurable, maxConnections: 150 })
    closers.push(() => postgres.stop())
    await postgres.createDatabase('vitrine')
    const databaseUrl = postgres.url('vitrine')
    await migrate(databaseUrl, { folder: MIGRATIONS })
    const db = connect(databaseUrl, { max: 3 })
    closers.push(() => disconnect(db))
    const { process: storeProcess, store } = await startStore()
    closers.push(() => endChild(storeProcess))
    const place = { databaseUrl, store, folder }
    const storage = await openSeedStorage(place)
    await installSamples({ db, storage })
    const { machines, ports } = await startMachines(place, (closer) => closers.push(closer))
    let lost = 0
    const losesAnswer = ({ method = '', url = '' }: IncomingMessage) => {
      const isLost = /^(POST|PUT|PATCH)$/.test(method) && /^\/api\/(?!admin)/.test(url) && random() < LOST_ANSWERS
      if (isLost) lost++
      return isLost
    }
    const balancer: Balancer = await startBalancer(ports, undefined, losesAnswer)
    closers.push(() => balancer.close())
    const serverUrls = ports.map((port) => `http://127.0.0.1:${port}`)
    const { url } = balancer
    return { url, serverUrls, db, storage, machines, databasePid: postgres.pid, lostAnswers: () => lost, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function startStore(): Promise<{ process: ChildProcess; store: MachinePlace['store'] }> {
  const child = fork(join(import.meta.dirname, 'store-process.ts'))
  const [store] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  if (typeof store !== 'object') throw new Error(`the store ended with ${store}`)
  return { process: child, store: store as MachinePlace['store'] }
}

async function openSeedStorage(place: MachinePlace): Promise<Storage> {
  const settings = sharedSettings(place)
  const dataFolder = join(place.folder, 'seed')
  mkdirSync(dataFolder)
  return openStorage(readStorageSettings(settings, []), {
    dataFolder,
    links: createSignedLinks(settings.VITRINE_SECRET),
  })
}

async function startMachines(place: MachinePlace, onClose: (closer: () => Promise<unknown>) => void) {
  const names = ['server-0', 'server-1', 'worker-0', 'worker-1']
  const metricsPorts = new Map<string, number>()
  for (const name of names) metricsPorts.set(name, await findFreePort())
  const { servers, workers, ports } = await createMachinePair(place, (name) => ({
    [name.startsWith('server') ? 'VITRINE_METRICS_PORT' : 'VITRINE_WORKER_METRICS_PORT']: `${metricsPorts.get(name)}`,
    // Each visitor comes from an address of their own, as the balancer says.
    VITRINE_TRUSTED_PROXIES: '127.0.0.1',
  }))
  const machines = [...servers, ...workers].map((machine, n) => {
    const name = names[n] ?? ''
    return { name, machine, metrics: `http://127.0.0.1:${metricsPorts.get(name)}/metrics` }
  })
  onClose(() => Promise.all(machines.map(({ machine }) => machine.kill())))
  await Promise.all(machines.map(({ machine }) => machine.start()))
  return { machines, ports }
}
