// Backs up a store while customers buy in it, restores the backup, and checks that nothing is missing.

import { randomBytes, randomUUID } from 'node:crypto'
import { appendFile, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { connect, type Db, disconnect, transaction } from '@vitrine/database/connection'
import { createLocalDiskStorage } from '@vitrine/providers/storage/local-disk'
import { createSignedLinks } from '@vitrine/providers/storage/signed-link'
import { checkMoney } from '@vitrine/store/invariants/ledger-check'
import { findLastMaintenance } from '@vitrine/store/monitoring/maintenance'
import { beginRender, completeRender } from '@vitrine/store/renders/attempt'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { backUp, restore } from '../../apps/launcher/src/backup.ts'
import { buildApp } from '../../apps/server/src/app.ts'
import { useApp } from '../../apps/server/testing/app.ts'
import { insertMember, type MemberForTest } from '../../apps/server/testing/member.ts'
import { addTemplate } from '../../apps/server/testing/template.ts'
import type {} from '../postgres.ts'

const store = useApp()
const migrations = resolve(import.meta.dirname, '../../packages/store/migrations')
const links = createSignedLinks('a secret of at least thirty-two bytes')
const videoBytes = randomBytes(300_000)
const empty: string[] = []
let folder: string
let buyer: MemberForTest
let jobId: string
let assetId: string
const templateIds: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-backup-'))
  for (let n = 0; n < 4; n++) templateIds.push(await addTemplate(store.db, { priceCredits: 20 + n }))
  buyer = await insertMember(store)
  jobId = await orderVideo(buyer)
  assetId = await uploadPhoto(buyer)
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  for (const name of empty) await asAdmin(`drop database if exists ${name} with (force)`)
})

/** A video that is bought, rendered and stored. */
async function orderVideo({ token }: MemberForTest): Promise<string> {
  const project = await store.call('POST', '/api/projects', { token, body: { templateId: templateIds[0] } })
  const body = { projectId: project.body.projectId, kind: 'full', idempotencyKey: randomUUID() }
  const ordered = await store.call('POST', '/api/renders', { token, body })
  expect(ordered.status).toBe(202)
  const renderId = String(ordered.body.jobId)
  const work = await transaction(store.db, (tx) => beginRender(tx, renderId))
  const fileKey = `private/videos/${renderId}.mp4`
  await store.deps.storage.put(fileKey, videoBytes, { contentType: 'video/mp4' })
  const facts = { width: 1280, height: 720, durationMs: 4000, sizeBytes: videoBytes.length, posterKey: null }
  await transaction(store.db, (tx) => completeRender(tx, work as NonNullable<typeof work>, { fileKey, ...facts }))
  return renderId
}

async function uploadPhoto({ token }: MemberForTest): Promise<string> {
  const photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#a04020' } })
    .jpeg()
    .toBuffer()
  const tus = { 'tus-resumable': '1.0.0' }
  const begun = await store.call('POST', '/api/uploads', {
    token,
    headers: { ...tus, 'upload-length': String(photo.length), 'upload-metadata': 'filename cGhvdG8uanBn' },
  })
  const location = begun.headers.location ?? ''
  const headers = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  await store.call('PATCH', location, { token, body: photo, headers })
  const made = await store.call('POST', '/api/assets', { token, body: { uploadId: location.slice(-32) } })
  expect(made.status).toBe(201)
  return String(made.body.assetId)
}

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** A database and a folder for files in which nothing has ever been. */
async function emptyInstallation() {
  const name = `restored_${randomUUID().replaceAll('-', '')}`
  await asAdmin(`create database ${name}`)
  empty.push(name)
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  return { databaseUrl: url.href, storage: createLocalDiskStorage({ directory: join(folder, name), links }) }
}

const save = (into: string, more: { previous?: string; withMedia?: boolean } = {}) =>
  backUp({
    db: store.db,
    databaseUrl: store.databaseUrl,
    storage: store.deps.storage,
    version: '1.2.3',
    folder: into,
    withMedia: true,
    ...more,
  })

async function rowCounts(db: Db): Promise<Record<string, number>> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of rows) {
    const { rows: counted } = await db.execute<{ n: string }>(sql`select count(*) as n from ${sql.identifier(name)}`)
    counts[name] = Number(counted[0]?.n)
  }
  return counts
}

describe('a backup', () => {
  it('of a store in use restores a store with the same ledger, videos and sign-ins', async () => {
    const into = join(folder, 'while-open')
    let isOver = false
    let sold = 0
    const customers = await Promise.all([1, 2, 3, 4].map(() => insertMember(store)))
    const buying = customers.map(async ({ token }) => {
      for (let n = 0; !isOver || n < templateIds.length; n++) {
        const templateId = templateIds[n % templateIds.length]
        const { status } = await store.call('POST', '/api/purchase-template', { token, body: { templateId } })
        expect(status).toBe(200)
        sold++
      }
    })
    const saving = save(into).finally(() => {
      isOver = true
    })
    const [saved] = await Promise.all([saving, ...buying])
    expect(sold).toBeGreaterThanOrEqual(customers.length * templateIds.length)

    const target = await emptyInstallation()
    await restore({ ...target, folder: into, migrations })
    const db = connect(target.databaseUrl, { max: 4 })
    try {
      expect((await checkMoney(db)).faults).toEqual([])
      const counts = await rowCounts(db)
      for (const { name, rows } of saved.database.tables) expect(counts[name], name).toBe(rows)
      const { rows: jobs } = await db.execute(sql`select 1 from graphile_worker._private_jobs`)
      expect(jobs).toHaveLength(saved.database.jobs.length)
      expect(jobs.length).toBeGreaterThan(0)

      const app = await buildApp({ ...store.deps, db, storage: target.storage })
      const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
        app.inject({ method, url, ...(payload && { payload }), headers: { authorization: `Bearer ${buyer.token}` } })
      const video = (await call('GET', `/api/renders/${jobId}`)).json()
      expect(video.status).toBe('completed')
      const download = await call('GET', video.downloadUrl)
      expect(download.statusCode).toBe(200)
      expect(download.rawPayload.equals(videoBytes)).toBe(true)
      const photo = (await call('GET', `/api/assets/${assetId}`)).json()
      expect(await sharp((await call('GET', photo.url)).rawPayload).metadata()).toMatchObject({ width: 300 })
      const { email, password } = buyer
      expect((await call('POST', '/api/login', { email, password, rememberMe: false })).statusCode).toBe(200)
      // Identity columns continue where they were: the next purchase finds no number taken.
      const bought = await call('POST', '/api/purchase-template', { templateId: templateIds[1] })
      expect(bought.statusCode).toBe(200)
      expect((await checkMoney(db)).faults).toEqual([])
      await app.close()
    } finally {
      await disconnect(db)
    }
    expect(await findLastMaintenance(store.db, 'backup')).toMatchObject({ isGood: true, summary: /rows in \d+ tables/ })
  })

  it('shares with an earlier one what has not changed', async () => {
    const first = join(folder, 'first')
    const second = join(folder, 'second')
    await save(first)
    await save(second, { previous: first })
    const videoPath = `media/private/videos/${jobId}.mp4`
    expect((await stat(join(second, videoPath))).ino).toBe((await stat(join(first, videoPath))).ino)
    await rm(first, { recursive: true })
    const target = await emptyInstallation()
    await restore({ ...target, folder: second, migrations })
    expect(await target.storage.exists(`private/videos/${jobId}.mp4`)).toBe(true)
  })

  it('never overwrites anything, and reports a failure', async () => {
    const into = join(folder, 'taken')
    await save(into, { withMedia: false })
    await expect(save(into)).rejects.toThrow(/is not empty/)
    expect(await findLastMaintenance(store.db, 'backup')).toMatchObject({ isGood: false, summary: /is not empty/ })
    expect(await readdir(into)).toEqual(['database', 'manifest.json'])
  })
})

describe('restoring', () => {
  it('refuses an installation in use, and changes nothing in it', async () => {
    const into = join(folder, 'refused')
    await save(into)
    const before = await rowCounts(store.db)
    const used = { databaseUrl: store.databaseUrl, storage: store.deps.storage, folder: into, migrations }
    await expect(restore(used)).rejects.toThrow(/in use: its database has/)
    const { databaseUrl } = await emptyInstallation()
    await expect(restore({ ...used, databaseUrl })).rejects.toThrow(/in use: its storage has files/)
    expect(await rowCounts(store.db)).toEqual(before)
  })

  it('rejects an incomplete or damaged backup, and one of a newer program', async () => {
    const into = join(folder, 'damaged')
    const target = await emptyInstallation()
    await expect(restore({ ...target, folder: join(folder, 'nowhere'), migrations })).rejects.toThrow(
      /not a complete backup/,
    )
    await save(into, { withMedia: false })
    await appendFile(join(into, 'database/users.copy.gz'), 'x')
    await expect(restore({ ...target, folder: into, migrations })).rejects.toThrow(/users\.copy\.gz is damaged/)
    const manifest = JSON.parse(await readFile(join(into, 'manifest.json'), 'utf8'))
    manifest.database.level += 1_000_000_000
    await rm(join(into, 'manifest.json'))
    await appendFile(join(into, 'manifest.json'), JSON.stringify(manifest))
    await expect(restore({ ...target, folder: into, migrations })).rejects.toThrow(/newer version 1\.2\.3/)
  })
})
