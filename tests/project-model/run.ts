// Runs the project model: random sequences of actions and failures on projects in two browsers, each ended by both browsers
// reconnecting. Then both browsers and the server must agree, no edit may be lost, and nothing is charged twice.

import assert from 'node:assert/strict'
import type { FieldValue } from '@vitrine/document/field'
import { isSameJson } from '@vitrine/document/same-json'
import fc from 'fast-check'
import sharp from 'sharp'
import type { AppForTest } from '../../apps/server/testing/app.ts'
import { ApiResponseError } from '../../apps/web/app/api/api.ts'
import { loadProtocol } from '../../apps/web/app/api/send-file.ts'
import { isLocal } from '../../apps/web/app/editor/project/asset-library.ts'
import { readContent } from '../../apps/web/app/editor/project/autosave.ts'
import { readAssetId } from '../../apps/web/app/editor/project/project-store.ts'
import { startSession } from '../../packages/store/src/accounts/session.ts'
import { checkMoney } from '../../packages/store/src/invariants/ledger-check.ts'
import { addMember, addTemplate, newDocument } from '../../packages/store/testing/store.ts'
import { Clock, inRealm } from './clock.ts'
import { type Account, Device, type Fate, type Tab } from './device.ts'
import { Edits } from './edits.ts'
import { Server } from './server.ts'
import { anySequence, type Step } from './step.ts'

export interface ProjectModelRun {
  readonly runs: number
  /** Steps of one sequence at most. */
  readonly length?: number
  readonly onRun?: (done: number) => void
}

const PRICE = 120
const FIRST_CREDITS = 500

/** Throws with the shortest sequence that fails. Nothing else may use the database meanwhile. */
export async function runProjectModel(
  testStore: AppForTest,
  { runs, length = 24, onRun }: ProjectModelRun,
): Promise<void> {
  const clock = new Clock()
  const uninstall = clock.install()
  let done = 0
  try {
    // Its first time takes longer than a page of the model waits.
    await loadProtocol()
    const templateId = await addTemplate(testStore.db, {
      priceCredits: PRICE,
      priceCreditsIndia: PRICE,
      document: newDocument({ fields: modelFields(), layers: modelLayers() }),
    })
    const run = async (steps: readonly Step[]) => {
      const world = await World.begin(testStore, clock, templateId)
      try {
        for (const step of steps) await world.take(step)
        await world.endWell()
      } finally {
        world.abandon()
      }
      onRun?.(++done)
    }
    await fc.assert(fc.asyncProperty(anySequence(length), run), {
      numRuns: runs,
      unbiased: true,
      interruptAfterTimeLimit: 3_600_000,
    })
  } finally {
    uninstall()
  }
  assert.deepEqual((await checkMoney(testStore.db)).faults, [])
}

const TEXTS = ['title', 'line'] as const
const PHOTO = 'photo'
const FIELDS = [...TEXTS, PHOTO] as const

function modelFields() {
  const texts = TEXTS.map((id) => ({ id, type: 'text' as const, label: id, default: id, rules: { maxLength: 40 } }))
  return [...texts, { id: PHOTO, type: 'media' as const, label: PHOTO, accept: ['image' as const] }]
}

function modelLayers() {
  const frame = { id: 'frame', type: 'media' as const, in: 0, out: 150, source: { $field: PHOTO } }
  const texts = TEXTS.map((id, n) => ({
    id: `${id}-words`,
    type: 'text' as const,
    in: 0,
    out: 150,
    text: { $field: id },
    box: [160, 100 + n * 300, 1600, 200] as const,
    font: 'Inter',
    size: 96,
  }))
  return [{ ...frame, box: [0, 0, 1920, 1080] as const }, ...texts]
}

/** A small photo that is unlike every other one. */
async function takePhoto(name: string): Promise<File> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }
  const picture = sharp({ create: { width: 40, height: 40, channels: 3, background: '#888888', noise } })
  return new File([new Uint8Array(await picture.jpeg().toBuffer())], `${name}.jpg`, { type: 'image/jpeg' })
}

class World {
  readonly #testStore: AppForTest
  readonly #clock: Clock
  readonly #server: Server
  readonly #templateId: string
  readonly #accounts: readonly [Account, Account]
  readonly #devices: readonly [Device, Device]
  readonly #edits: Edits
  /** Unanswered purchases by device: the browser remembers their key and repeats them. */
  readonly #unanswered = new Map<Device, string>()
  #keys = 0

  private constructor(testStore: AppForTest, clock: Clock, templateId: string, accounts: readonly [Account, Account]) {
    this.#testStore = testStore
    this.#clock = clock
    this.#templateId = templateId
    this.#accounts = accounts
    this.#server = new Server(testStore)
    this.#edits = new Edits(this.#server.fileNames)
    const device = () => new Device(clock, this.#server, templateId)
    this.#devices = [device(), device()]
  }

  static async begin(testStore: AppForTest, clock: Clock, templateId: string): Promise<World> {
    const account = async (): Promise<Account> => {
      const userId = await addMember(testStore.db, FIRST_CREDITS)
      return { userId, token: (await startSession(testStore.db, userId, true)).token }
    }
    return new World(testStore, clock, templateId, [await account(), await account()])
  }

  async take(step: Step): Promise<void> {
    const device = 'device' in step ? this.#devices[step.device] : undefined
    if (device) await this.#onDevice(device, step)
    else if (step.do === 'kill server') {
      await this.#server.kill()
    } else if (step.do === 'start server') this.#server.start()
    else if (step.do === 'wait') await this.#clock.advance(step.ms)
    if (!('midway' in step && step.midway)) await this.#clock.settle()
    this.#edits.look(this.#devices)
  }

  async #onDevice(device: Device, step: Step): Promise<void> {
    switch (step.do) {
      case 'return':
        await device.open(step.tab)
        return
      case 'edit':
        if (!device.tabs[step.tab]) await device.open(step.tab)
        this.#edit(device.tabs[step.tab], step.field)
        return
      case 'photo':
        if (!device.tabs[step.tab]) await device.open(step.tab)
        await this.#choosePhoto(device.tabs[step.tab])
        return
      case 'remove photo':
        this.#removePhoto(device.tabs[step.tab])
        return
      case 'give up photo':
        this.#giveUpPhoto(device.tabs[step.tab])
        return
      case 'undo':
        this.#undo(device.tabs[step.tab])
        return
      case 'offline':
        device.isOffline = true
        return
      case 'online':
        device.isOffline = false
        return
      case 'lose':
        device.fates.push(...(step.fates as Fate[]))
        return
      case 'kill tab':
        device.kill(step.tab)
        return
      case 'accident':
        device.accident = { request: step.request, ofFiles: step.ofFiles, strike: () => this.#strike(device, step) }
        return
      case 'sign in': {
        // The code has to be checked by the server.
        if (device.isOffline || this.#server.isDown) return
        const account = this.#accounts[step.account]
        if (device.account?.userId !== account.userId) await device.signIn(account)
        return
      }
      case 'sign out':
        await device.signOut()
        return
      case 'answer':
        await this.#answer(device.tabs[step.tab], step.choice)
        return
      case 'buy':
        await this.#buy(device)
        return
    }
  }

  #strike(device: Device, { by, tab }: Extract<Step, { do: 'accident' }>): void {
    if (by === 'kill tab') device.kill(tab)
    else if (by === 'offline') device.isOffline = true
    else void this.#clock.follow(this.#server.kill())
  }

  #edit(tab: Tab | undefined, n: 0 | 1): void {
    if (!tab || tab.model.saveState.get().status === 'conflict') return
    const fieldId = TEXTS[n]
    const before = tab.model.store.getContent().values[fieldId]
    const text = this.#edits.begin(before, 'text')
    inRealm(tab.realm, () => tab.model.change(fieldId, text))
  }

  async #choosePhoto(tab: Tab | undefined): Promise<void> {
    if (!tab || tab.model.saveState.get().status === 'conflict') return
    const readPhoto = () => tab.model.store.getContent().values[PHOTO]
    const name = this.#edits.begin(readPhoto(), 'photo')
    const file = await takePhoto(name)
    assert.equal(await inRealm(tab.realm, () => tab.model.attachFile(PHOTO, file)), undefined, 'a photo can be used')
    this.#edits.noteFile(readPhoto(), file.name)
  }

  #removePhoto(tab: Tab | undefined): void {
    if (!tab || tab.model.saveState.get().status === 'conflict') return
    this.#edits.replace(tab.model.store.getContent().values[PHOTO], undefined)
    inRealm(tab.realm, () => tab.model.change(PHOTO, undefined))
  }

  #giveUpPhoto(tab: Tab | undefined): void {
    const photo = tab?.model.store.getContent().values[PHOTO]
    const localId = readAssetId(photo)
    if (!tab || localId === undefined || !isLocal(localId)) return
    this.#edits.replace(photo, undefined)
    inRealm(tab.realm, () => tab.model.uploads.cancel(localId))
  }

  /** Takes the last change back on purpose. */
  #undo(tab: Tab | undefined): void {
    if (!tab || tab.model.saveState.get().status === 'conflict') return
    const before = tab.model.store.getContent().values
    inRealm(tab.realm, () => tab.model.undo())
    const after = tab.model.store.getContent().values
    for (const id of FIELDS) if (!isSameJson(before[id], after[id])) this.#edits.replace(before[id], after[id])
  }

  async #answer(tab: Tab | undefined, choice: 'mine' | 'newer'): Promise<void> {
    if (tab?.model.saveState.get().status !== 'conflict') return
    if (choice === 'mine') return inRealm(tab.realm, () => tab.model.autosave.resolveConflict('mine'))
    // The question stays where it fails. Not followed: photos that are sent first may wait for time to pass.
    const taken = inRealm(tab.realm, () => tab.model.takeNewer('From this device'))
    void taken.catch(() => undefined)
  }

  async #buy(device: Device): Promise<void> {
    if (!device.account) return
    const key = this.#unanswered.get(device) ?? `purchase-${device.account.userId}-${++this.#keys}`
    this.#unanswered.set(device, key)
    const order = { templateId: this.#templateId, idempotencyKey: key }
    const asked = device.call('POST /api/purchase-template', { body: order }).then(
      () => void this.#unanswered.delete(device),
      (error: unknown) => {
        if (!(error instanceof ApiResponseError)) throw error
        if (error.status !== 0 && error.status < 500) this.#unanswered.delete(device)
      },
    )
    await asked
  }

  /** Both browsers reconnect and have time; then nothing may be missing. */
  async endWell(): Promise<void> {
    this.#server.start()
    for (const device of this.#devices) {
      device.isOffline = false
      device.fates.length = 0
      device.accident = undefined
    }
    await this.#clock.advance(60_000)
    for (const device of this.#devices) for (const place of device.tabs.keys()) device.kill(place)
    for (let round = 0; round < 4; round++)
      for (const device of this.#devices) for (const account of this.#accounts) await this.#comeBack(device, account)
    await this.#expectEqual()
    await this.#expectCharges()
  }

  abandon(): void {
    for (const device of this.#devices) for (const place of device.tabs.keys()) device.kill(place)
  }

  async #comeBack(device: Device, account: Account): Promise<void> {
    await device.signOut()
    await device.signIn(account)
    await this.#clock.settle()
    await device.move()
    for (const projectId of await this.#listProjects(device)) {
      const hasFiles = [...device.files.values()].some((file) => file.projectId === projectId)
      if (!device.drafts.has(projectId) && !hasFiles) continue
      assert(await device.open(0, projectId), 'the project opens')
      await this.#clock.advance(60_000)
      const tab = device.tabs[0]
      if (tab?.model.saveState.get().status === 'conflict') {
        await this.#answer(tab, this.#keys++ % 2 === 0 ? 'mine' : 'newer')
        await this.#clock.advance(60_000)
      }
      assert.equal(tab?.model.saveState.get().status, 'saved', 'the project is saved at last')
      await device.close(0)
    }
  }

  async #listProjects(device: Device): Promise<string[]> {
    const { projects } = await device.call('GET /api/projects')
    return projects.map(({ projectId }) => projectId)
  }

  async #expectEqual(): Promise<void> {
    const kept = new Set<string>()
    for (const device of this.#devices) {
      assert.deepEqual([...device.guestProjects.keys()], [], 'no visitor’s work is left on a device')
      assert.deepEqual([...device.drafts.keys()], [], 'no draft is left on a device')
      assert.deepEqual([...device.files.keys()], [], 'no file is left on a device')
    }
    for (const account of this.#accounts)
      for (const device of this.#devices) {
        await device.signOut()
        await device.signIn(account)
        await this.#clock.settle()
        for (const projectId of await this.#listProjects(device)) {
          assert(await device.open(0, projectId), 'the project opens')
          await this.#clock.settle()
          const project = await device.call('GET /api/projects/:projectId', { params: { projectId } })
          const shown = device.tabs[0]?.model.store.getContent()
          assert(isSameJson(shown, readContent(project)), 'the device shows what the server has')
          const { versions } = await device.call('GET /api/projects/:projectId/versions', { params: { projectId } })
          for (const { values } of [project, ...versions])
            for (const id of FIELDS) {
              const name = this.#edits.nameOf(values[id] as FieldValue | undefined)
              if (name !== undefined) kept.add(name)
            }
          await device.close(0)
        }
      }
    assert.deepEqual(this.#edits.findLost(kept), [], 'edits that are nowhere')
    const names = [...this.#server.fileNames.values()]
    const mayBeTwice = (name: string) => this.#devices.some(({ sentAtTakeover }) => sentAtTakeover.has(name))
    const twice = names.filter((name, n) => names.indexOf(name) !== n && !mayBeTwice(name))
    assert.deepEqual(twice, [], 'photos that the server has twice')
  }

  async #expectCharges(): Promise<void> {
    for (const account of this.#accounts) {
      const answer = await this.#testStore.call('GET', '/api/user-credits', { token: account.token })
      const paid = FIRST_CREDITS - Number(answer.body.credits)
      assert(paid === 0 || paid === PRICE, `charged ${paid} credits for a template of ${PRICE}`)
    }
  }
}
