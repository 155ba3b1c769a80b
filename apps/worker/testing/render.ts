// Test data only: a store in which customers order videos, and workers that render them.
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { transaction } from '@vitrine/database/connection'
import { type JobRunner, startJobRunner } from '@vitrine/database/jobs'
import type { TemplateDocument } from '@vitrine/document/document'
import type { Storage } from '@vitrine/providers/storage'
import { createLocalDiskStorage } from '@vitrine/providers/storage/local-disk'
import { createSignedLinks } from '@vitrine/providers/storage/signed-link'
import { insertUser } from '@vitrine/store/accounts'
import type { PasswordHash } from '@vitrine/store/accounts/password'
import { COMMAND_LINE } from '@vitrine/store/admin/audit-log'
import { publishTemplate } from '@vitrine/store/admin/template-action'
import { grantSignupCredits } from '@vitrine/store/credits'
import { createUserAsset, finishAsset, registerCatalogueAsset } from '@vitrine/store/media'
import { createProject, saveProject } from '@vitrine/store/projects'
import { createRender, getRender, type RenderRequest } from '@vitrine/store/renders'
import type { RenderRecord } from '@vitrine/store/renders/state'
import { afterEach, beforeAll, expect } from 'vitest'
import { compileCache } from '../../../tests/compile-cache.ts'
import { useDatabase } from '../../../tests/database.ts'
import { createTasks, type DefinedOperation, type OperationServices } from '../src/operation/operation.ts'
import { openScratch } from '../src/operation/scratch.ts'
import { checkVideo } from '../src/render/check-video.ts'
import { renderOperation } from '../src/render/render-operation.ts'
import { createDocument, MOVING_LAYERS, useFolder, writePhoto } from './video.ts'

const SECRET = 'a secret of thirty-two letters or more'
const PICTURE = `sha256:${'a'.repeat(64)}` as const

/** A render of a customer. */
export interface OrderedRender {
  readonly userId: string
  readonly renderId: string
}

/** A template with a number of frames and a place for a photo. */
function createTemplate(name: string, frames: number, canvas: Partial<TemplateDocument['canvas']>) {
  return {
    ...createDocument(
      [
        { id: 'photo', type: 'media', in: 0, out: frames, source: { $field: 'hero' }, box: [180, 20, 120, 90] },
        ...MOVING_LAYERS.map((layer) => ({ ...layer, out: frames })),
      ],
      { duration: frames, ...canvas },
    ),
    name,
    fields: [{ id: 'hero', type: 'media', label: 'Photo', accept: ['image'], default: PICTURE }],
    assets: { [PICTURE]: { kind: 'image', w: 400, h: 300 } },
  }
}

/** The store of one test file. Runners and workers are stopped after each test. */
export function useServerRender(): ServerRender {
  const store = new ServerRender()
  beforeAll(() => store.open())
  afterEach(() => store.stopWorkers())
  return store
}

class ServerRender {
  readonly database = useDatabase()
  readonly folder = useFolder()
  storage!: Storage
  scratchFolder!: string
  readonly #runners: JobRunner[] = []
  readonly #workers: ChildProcess[] = []

  async open(): Promise<void> {
    const { folder, database } = this
    this.storage = createLocalDiskStorage({ directory: folder.path('files'), links: createSignedLinks(SECRET) })
    this.scratchFolder = await openScratch(folder.path('tmp/renders'))
    await writePhoto(folder.path('photo.jpg'))
    const photo = await readFile(folder.path('photo.jpg'))
    const sha256 = createHash('sha256').update(photo).digest('hex')
    await this.storage.put(`public/${sha256}.jpg`, photo, { contentType: 'image/jpeg' })
    const file = { kind: 'image', mime: 'image/jpeg', sizeBytes: photo.length, width: 400, height: 300 } as const
    await transaction(database.db, (tx) =>
      registerCatalogueAsset(tx, { ...file, id: PICTURE, storageKey: `public/${sha256}.jpg` }),
    )
  }

  async stopWorkers(): Promise<void> {
    for (const runner of this.#runners.splice(0)) await runner.stop()
    for (const worker of this.#workers.splice(0)) {
      if (worker.exitCode !== null || worker.signalCode !== null) continue
      worker.kill('SIGKILL')
      await once(worker, 'exit')
    }
  }

  /** A member with a project of a template with a number of frames, filled with their own photo. */
  readonly addProject = async (
    frames: number,
    { kind = 'video', ...canvas }: { kind?: 'video' | 'image' } & Partial<TemplateDocument['canvas']> = {},
  ) => {
    const name = `n${randomUUID().slice(0, 8)}`
    return transaction(this.database.db, async (tx) => {
      const userId = await insertUser(tx, {
        username: name,
        email: `${name}@example.test`,
        passwordHash: '$argon2id$unused' as PasswordHash,
        actualName: 'Asha Rao',
        phoneNumber: '+919876543210',
        employmentField: 'Individual',
      })
      await grantSignupCredits(tx, userId)
      await publishTemplate(tx, COMMAND_LINE, {
        id: name,
        kind,
        name: 'Royal Invitation',
        description: 'A video for a wedding',
        categories: ['Wedding'],
        sections: ['Invitations'],
        compatibility: [],
        priceCredits: 0,
        priceCreditsIndia: 0,
        license: { name: 'Standard', summary: 'Any use' },
        document: createTemplate(name, frames, canvas),
        posterAssetId: PICTURE,
        previewAssetId: PICTURE,
        dominantColor: '#203040',
      })
      const upload = { uploadId: randomUUID(), kind: 'image', mime: 'image/jpeg', sizeBytes: 1000 } as const
      const { asset } = await createUserAsset(tx, { userId, ...upload, fileName: 'me.jpg' })
      const keys = { storageKey: `private/${asset.id}/master.jpg`, proxyKey: `private/${asset.id}/proxy.jpg` }
      await this.storage.put(keys.storageKey, { file: this.folder.path('photo.jpg') }, { contentType: 'image/jpeg' })
      await finishAsset(tx, asset.id, { mime: 'image/jpeg', sizeBytes: 1000, width: 400, height: 300, ...keys })
      const { row } = await createProject(tx, { userId, templateId: name })
      const values = { hero: { asset: asset.id } }
      await saveProject(tx, { userId, projectId: row.id, values, difference: {} }, String)
      return { userId, projectId: row.id, photoKey: keys.storageKey, photoId: asset.id }
    })
  }

  readonly request = async (
    { userId, projectId }: { userId: string; projectId: string },
    wanted: Pick<RenderRequest, 'kind' | 'output'> = { kind: 'preview' },
  ): Promise<OrderedRender> => {
    const order = { ...wanted, userId, projectId, idempotencyKey: randomUUID(), region: { isIndianUser: false } }
    const { render } = await transaction(this.database.db, (tx) => createRender(tx, order))
    return { userId, renderId: render.id }
  }

  readonly depsOf = (changes: Partial<OperationServices> = {}): OperationServices => ({
    ...{ db: this.database.db, storage: this.storage, scratchFolder: this.scratchFolder, encoderThreads: 1 },
    ...changes,
  })

  readonly runHere = async (
    changes: Partial<OperationServices> = {},
    operations: readonly DefinedOperation[] = [renderOperation],
  ): Promise<JobRunner> => {
    const tasks = createTasks({ operations, services: this.depsOf(changes) })
    const runner = await startJobRunner(this.database.url, tasks, { onError: () => {} })
    this.#runners.push(runner)
    return runner
  }

  readonly startWorker = (): ChildProcess => {
    const worker = spawn(process.execPath, [join(import.meta.dirname, '../src/worker.ts')], {
      env: {
        PATH: process.env.PATH,
        ...compileCache,
        DATABASE_URL: this.database.url,
        VITRINE_DATA: this.folder.path(''),
        VITRINE_SECRET: SECRET,
        VITRINE_RENDERS: '1',
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    this.#workers.push(worker)
    return worker
  }

  /** Waits until the render satisfies `isSo`, within the test's own time limit. */
  readonly until = async ({ userId, renderId }: OrderedRender, isSo: (render: RenderRecord) => boolean) => {
    for (;;) {
      const render = await getRender(this.database.db, userId, renderId)
      if (isSo(render)) return render
      await sleep(20)
    }
  }

  readonly filesOf = async (renderId: string) =>
    (await readdir(this.folder.path('files/private/videos')).catch(() => [])).filter((name) =>
      name.startsWith(renderId),
    )

  readonly expectWhole = async (
    render: RenderRecord,
    frames: number,
    { width = 320, height = 180 } = {},
  ): Promise<void> => {
    const completed = { status: 'completed', percent: 100, stage: 'done', errorCode: null }
    expect(render).toMatchObject({ ...completed, width, height })
    const video = await this.storage.localFile(render.fileKey ?? '')
    const facts = await checkVideo(video.path, { width, height, frameCount: frames, frameRate: [30, 1] })
    expect(facts.sizeBytes).toBe(render.sizeBytes)
    expect(render.durationMs).toBe(Math.round((frames * 1000) / 30))
    expect((await this.storage.stat(render.posterKey ?? ''))?.contentType).toBe('image/webp')
    expect(await this.filesOf(render.id)).toHaveLength(2)
  }
}

export const isOver = ({ status }: RenderRecord) => status !== 'queued' && status !== 'processing'
export const isBeingDrawn = ({ status, stage, percent }: RenderRecord) =>
  status === 'processing' && stage === 'drawing' && percent >= 5

/** Whether a process is running. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
