// Every kind of work, done by the web client's own code against a whole store, once for each of its requests with a lost
// response. Afterwards nothing that was paid for is missing, nothing was charged or done twice, and no false conflict was
// reported.
import { randomUUID } from 'node:crypto'
import type { Project, ProjectSummary } from '@vitrine/contract/projects'
import type { AssetId } from '@vitrine/document/field'
import { checkMoney } from '@vitrine/store/invariants/ledger-check'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminForTest, signInAsAdmin } from '../../apps/server/testing/admin.ts'
import { useApp } from '../../apps/server/testing/app.ts'
import { insertMember } from '../../apps/server/testing/member.ts'
import { addTemplate } from '../../apps/server/testing/template.ts'
import { ApiResponseError, createCall } from '../../apps/web/app/api/api.ts'
import { createApi } from '../../apps/web/app/api/member-api.ts'
import { createExportJob, type ExportState } from '../../apps/web/app/editor/export/export-job.ts'
import { loadEditor } from '../../apps/web/app/editor/model/load-editor.ts'
import { createAssetLibrary } from '../../apps/web/app/editor/project/asset-library.ts'
import {
  createAutosave,
  type Draft,
  readContent,
  type SaveState,
  toSavedContent,
} from '../../apps/web/app/editor/project/autosave.ts'
import type { DraftStore, StoredFile } from '../../apps/web/app/editor/project/draft-store.ts'
import { createUploads } from '../../apps/web/app/editor/project/uploads.ts'
import { createMoneyApi } from '../../apps/web/app/features/credits/money-api.ts'
import { createPayment, type PaymentState } from '../../apps/web/app/features/credits/payment.ts'
import { LossyWire, loseEachResponse, pressUntil } from './lossy-wire.ts'

const store = useApp()
const price = 120
let templateId: string
let photo: Buffer

beforeAll(async () => {
  templateId = await addTemplate(store.db)
  photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#88aacc' } })
    .jpeg()
    .toBuffer()
})
afterAll(async () => expect((await checkMoney(store.db)).faults).toEqual([]))

/** What a browser keeps by itself. */
interface Kept {
  drafts: Map<string, Draft>
  files: Map<string, StoredFile>
}

/** A member at a browser whose wire may lose responses. */
async function sitDown(wire: LossyWire) {
  const member = await insertMember(store)
  const transport = wire.over(async ({ method, path, body, token }) => {
    const { status, body: answer } = await store.call(method, path, { body, token })
    return { status, body: answer }
  })
  const findToken = () => member.token
  const call = createCall(transport, findToken)
  const kept: Kept = { drafts: new Map(), files: new Map() }
  const projectApi = {
    getTemplate: (id: string) => call('GET /api/own-templates/:templateId', { params: { templateId: id } }),
    getDocument: (id: string) => call('GET /api/projects/:projectId/document', { params: { projectId: id } }),
  }
  return {
    member,
    api: createApi(transport, findToken),
    money: createMoneyApi(call),
    kept,
    services: { projectApi, drafts: createDevice(kept), findLocalFiles: async () => [] },
    /** Over a wire that loses nothing. */
    ask: async (path: string) => (await store.call('GET', path, { token: member.token })).body,
  }
}

type Person = Awaited<ReturnType<typeof sitDown>>

function createDevice({ drafts, files }: Kept): DraftStore {
  return {
    open: () => undefined,
    findDraft: async (projectId) => drafts.get(projectId),
    async keepDraft(projectId, draft) {
      if (draft) drafts.set(projectId, draft)
      else drafts.delete(projectId)
      return true
    },
    findHistory: async () => undefined,
    keepHistory: async () => true,
    listFiles: async () => [...files.values()],
    keepFile: async (file) => files.set(file.localId, file) !== undefined,
    forgetFile: async (localId) => files.delete(localId),
  }
}

const readCredits = async (person: Person) => (await person.ask('/api/user-credits')).credits
/** Repeats a request without a response, as a person does; any other error is a false one here. */
function pressUntilAnswered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  return pressUntil<Answer>(() =>
    ask().catch((error: unknown): undefined => {
      if (!(error instanceof ApiResponseError) || error.status !== 0) throw error
    }),
  )
}

/** Opens the project as a page does, again when that failed, and saves as an editor does. */
async function openEditor(person: Person, states: SaveState['status'][]) {
  const { api, kept } = person
  const signal = new AbortController().signal
  const loaded = await pressUntilAnswered(() =>
    loadEditor({ api, ...person.services }, { templateId, projectId: undefined, hasDocument: true }, signal),
  )
  const { project, draft } = loaded
  const content = (title: string) => ({ values: { title }, difference: {}, aspect: null })
  const autosave = createAutosave({
    saved: readContent(project),
    revision: draft?.revision ?? project.revision,
    unanswered: draft?.unanswered,
    save: (next, terms) => api.saveProject(project.projectId, { ...toSavedContent(next), ...terms }),
    keep: (next) => createDevice(kept).keepDraft(project.projectId, next),
    storable: (next) => next,
    onState: ({ status }) => states.push(status),
  })
  if (draft) autosave.changed(draft.content)
  return {
    projectId: project.projectId,
    autosave,
    type: (title: string) => autosave.changed(content(title)),
    saved: () => pressUntil(async () => ((await autosave.flush()).status === 'saved' ? true : undefined)),
  }
}

describe('a lost response', () => {
  it('to a request of an editor causes no conflict, and every change is saved', async () => {
    const runs = await loseEachResponse(async (wire) => {
      const person = await sitDown(wire)
      const states: SaveState['status'][] = []
      const first = await openEditor(person, states)
      first.type('A')
      await first.autosave.flush()
      first.type('As')
      await first.autosave.flush()
      first.type('Ash')
      await first.autosave.flush()
      // The page is closed, whatever has been saved, and opened again.
      first.autosave.stop()
      const second = await openEditor(person, states)
      second.type('Asha')
      await second.saved()
      expect(states.filter((status) => status === 'conflict' || status === 'refused')).toEqual([])
      const { projects } = (await person.ask(`/api/projects?templateId=${templateId}`)) as {
        projects: ProjectSummary[]
      }
      const whole = await Promise.all(
        projects.map(({ projectId }) => person.ask(`/api/projects/${projectId}`) as Promise<Project>),
      )
      expect(whole.map(({ values }) => values)).toEqual([{ title: 'Asha' }])
    })
    expect(runs).toBeGreaterThan(10)
  })

  it('to a request of an export charges once and returns the running export', async () => {
    await loseEachResponse(async (wire) => {
      const person = await sitDown(wire)
      const { projectId, autosave, type } = await openEditor(person, [])
      type('Export')
      const seen: ExportState[] = []
      const last = () => seen.at(-1)
      const job = createExportJob({
        api: person.api,
        projectId,
        flush: autosave.flush,
        watch: async ({ jobId, onRender }) => {
          const render = await pressUntilAnswered(() => person.api.getRender(jobId))
          onRender(render)
        },
        onCharged: () => undefined,
        onShortage: () => undefined,
        onState: (state) => seen.push(state),
      })
      const runs = async (press: () => Promise<void>) =>
        pressUntil(async () => {
          await press()
          await expect.poll(() => last()?.phase).not.toBe('starting')
          return last()?.phase === 'running' ? true : undefined
        })
      await runs(() => job.start('full', price))
      await pressUntil(async () => {
        await job.cancel()
        return last()?.phase === 'finished' ? true : undefined
      })
      await runs(() => (last()?.phase === 'finished' ? job.retry() : job.start('full', price)))
      expect(await readCredits(person)).toBe(500 - price)
      const { videos } = (await person.ask('/api/user-generated-videos')) as { videos: { status: string }[] }
      expect(videos.map(({ status }) => status)).toEqual(['queued'])
    })
  })

  it('to a purchase or a download charges once', async () => {
    await loseEachResponse(async (wire) => {
      const person = await sitDown(wire)
      const order = { templateId, templateType: 'video', isIndianUser: true, expectedCredits: price } as const
      const { remainingCredits } = await pressUntilAnswered(() => person.money.purchaseTemplate(order))
      const download = await pressUntilAnswered(() => person.money.downloadTemplate(order))
      expect([remainingCredits, download.charged]).toEqual([500 - price, 0])
      expect(await readCredits(person)).toBe(500 - price)
    })
  })

  it('to a checkout charges once for everything in the cart', async () => {
    const others = await Promise.all([addTemplate(store.db), addTemplate(store.db)])
    await loseEachResponse(async (wire) => {
      const person = await sitDown(wire)
      for (const id of others) await pressUntilAnswered(() => person.money.addToCart(id, 1))
      const { totalCredits } = await pressUntilAnswered(() => person.money.getCart())
      const terms = { idempotencyKey: randomUUID(), expectedCredits: totalCredits }
      const bought = await pressUntilAnswered(() => person.money.checkOut(terms))
      expect(bought.remainingCredits).toBe(500 - 2 * price)
      expect(await readCredits(person)).toBe(500 - 2 * price)
      const { items } = (await person.ask('/api/purchases')) as { items: unknown[] }
      expect(items).toHaveLength(2)
    })
  })

  it('to a payment grants the paid credits once', async () => {
    await loseEachResponse(async (wire) => {
      const person = await sitDown(wire)
      const pack = (await pressUntilAnswered(() => person.money.listCreditPacks())).packs.find(
        ({ credits }) => credits === 500,
      )
      if (!pack) throw new Error('there is no pack of 500 credits')
      let paid = 0
      const seen: PaymentState[] = []
      const payment = createPayment({
        userId: person.member.userId,
        api: person.money,
        findCheckout: () => (order, events) => {
          paid += 1
          void store.gateway.pay(order.orderId, { webhooks: 'never' }).then(({ response }) => {
            if (response) events.onAnswer(response)
          })
        },
        remember: () => undefined,
        forget: () => undefined,
        onState: (state) => seen.push(state),
        pause: async () => undefined,
      })
      await pressUntil(async () => {
        await payment.pay(pack)
        await expect.poll(() => ['paid', 'choosing'].includes(seen.at(-1)?.step ?? '')).toBe(true)
        return seen.at(-1)?.step === 'paid' ? true : undefined
      })
      expect(paid).toBe(1)
      expect(await readCredits(person)).toBe(1000)
    })
  })

  it('to a request of an upload creates one file', async () => {
    await loseEachResponse(async (wire) => {
      const person = await sitDown(wire)
      const arrived: (AssetId | undefined)[] = []
      const uploads = createUploads({
        projectId: 'project',
        library: createAssetLibrary({}, {}, []),
        drafts: createDevice(person.kept),
        send: () => sendOver(wire, person.member.token, photo),
        createAsset: person.api.createAsset,
        watchAsset: async (asset) => asset,
        onArrived: (_, assetId) => arrived.push(assetId),
        onReady: () => undefined,
      })
      const localId = uploads.add(new File([new Uint8Array(photo)], 'photo.jpg', { type: 'image/jpeg' }), 'image')
      await pressUntil(async () => {
        await expect.poll(() => uploads.list().every(({ error }) => error !== undefined)).toBe(true)
        if (uploads.list().length === 0) return true
        uploads.retry(localId)
      })
      expect(arrived).toHaveLength(1)
      const { assets } = (await person.ask('/api/assets')) as { assets: { assetId: string }[] }
      expect(assets.map(({ assetId }) => assetId)).toEqual(arrived)
    })
  })

  it('to a request of an import reads the package once', async () => {
    const office: AdminForTest = await signInAsAdmin(store)
    await loseEachResponse(async (wire) => {
      const { token } = office.owner
      const uploadId = await sendOver(new LossyWire(0), token, photo)
      const before = await countImports(office)
      const body = {
        name: 'package',
        requestId: randomUUID(),
        files: [{ uploadId, path: 'package.zip' }],
        settings: {},
      }
      const requested = await pressUntil(() =>
        wire.carry('POST imports', () => office.call('POST', '/imports', body)).catch(() => undefined),
      )
      expect(requested.status).toBe(201)
      expect(await countImports(office)).toBe(before + 1)
    })
  })
})

async function countImports(office: AdminForTest): Promise<number> {
  return ((await office.call('GET', '/imports')).body.items as unknown[]).length
}

/** The steps of the resumable protocol, as its client takes them: without a response it queries the upload's state. */
async function sendOver(wire: LossyWire, token: string, bytes: Buffer): Promise<string> {
  const headers = { 'tus-resumable': '1.0.0' }
  const step = (method: string, path: string, more: Record<string, string>, body?: Buffer) =>
    pressUntil(() =>
      wire
        .carry(`${method} ${path}`, () => store.call(method, path, { token, headers: { ...headers, ...more }, body }))
        .catch(() => undefined),
    )
  const metadata = `filename ${btoa('photo.jpg')},filetype ${btoa('image/jpeg')}`
  const created = await step('POST', '/api/uploads', {
    'upload-length': String(bytes.length),
    'upload-metadata': metadata,
  })
  const location = created.headers.location ?? ''
  await pressUntil(async () => {
    const { headers: known } = await step('HEAD', location, {})
    const offset = Number(known['upload-offset'])
    if (offset === bytes.length) return true
    const more = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }
    const patch = () =>
      store.call('PATCH', location, { token, headers: { ...headers, ...more }, body: bytes.subarray(offset) })
    await wire.carry('PATCH', patch).catch(() => undefined)
  })
  return location.slice(location.lastIndexOf('/') + 1)
}
