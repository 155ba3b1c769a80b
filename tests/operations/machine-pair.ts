// Two servers and two workers as on machines of their own: nothing between them but one PostgreSQL and one bucket.
import assert from 'node:assert/strict'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '../free-port.ts'
import type { S3Store } from '../s3-store.ts'
import { createMachine, type Machine } from './machine.ts'

/** What all machines share, and a folder for what each has by itself. */
export interface MachinePlace {
  readonly databaseUrl: string
  readonly store: Pick<S3Store, 'url' | 'bucket' | 'keys'>
  readonly folder: string
}

export interface MachinePair {
  readonly servers: readonly Machine[]
  readonly workers: readonly Machine[]
  /** Of the servers. */
  readonly ports: readonly number[]
}

/** The settings that are the same on every machine. */
export function sharedSettings({ databaseUrl, store }: MachinePlace) {
  return {
    DATABASE_URL: databaseUrl,
    VITRINE_SECRET: 's'.repeat(40),
    VITRINE_S3_BUCKET: store.bucket,
    VITRINE_S3_ENDPOINT: store.url,
    VITRINE_S3_ACCESS_KEY_ID: store.keys.accessKeyId,
    VITRINE_S3_SECRET_ACCESS_KEY: store.keys.secretAccessKey,
  }
}

/**
 * Prepares the machines without starting them. Each worker renders one video at a time. `more` are settings of one machine,
 * by its name: `server-0`.
 */
export async function createMachinePair(
  place: MachinePlace,
  more: (name: string) => Readonly<Record<string, string>> = () => ({}),
): Promise<MachinePair> {
  const ports = [await findFreePort(), await findFreePort()]
  const create = (program: 'server' | 'worker', n: number, own: Record<string, string>) => {
    const name = `${program}-${n}`
    return createMachine(program, join(place.folder, name), { ...sharedSettings(place), ...own, ...more(name) })
  }
  const servers = ports.map((port, n) => create('server', n, { PORT: `${port}` }))
  // The sandbox of payments, which workers ask, is a part of the servers.
  const workers = ports.map((port, n) => create('worker', n, { PORT: `${port}`, VITRINE_RENDERS: '1' }))
  shareMail(servers)
  return { servers, workers, ports }
}

/** Mail is an outside service, of which there is one; its sandbox is a folder, which both servers are therefore given. */
function shareMail([first, ...others]: readonly Machine[]): void {
  assert(first)
  const outbox = join(first.dataFolder, 'outbox')
  mkdirSync(outbox, { recursive: true })
  for (const { dataFolder } of others) {
    mkdirSync(dataFolder, { recursive: true })
    symlinkSync(outbox, join(dataFolder, 'outbox'))
  }
}
