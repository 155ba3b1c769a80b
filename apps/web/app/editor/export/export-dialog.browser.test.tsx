// The one export dialog in each of its states, and an image that this device makes, from the price to the file.

import type { Render } from '@vitrine/contract/renders'
import type { TemplateDocument } from '@vitrine/document/document'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../testing/accessible.ts'
import { ok, startFakeServer } from '../../../testing/fake-server.ts'
import { openEditor } from '../../../testing/open-editor.tsx'
import { atDesk, press } from '../../../testing/press.ts'
import { signIn } from '../../../testing/signed-in.ts'
import { createTemplate } from '../../../testing/template.ts'
import { ExportDialog } from './export-dialog.tsx'
import type { ExportJob } from './export-job.ts'
import { ExportOffer, previewWay } from './export-offer.tsx'
import { type DeviceFile, type Export, type ExportFlow, useExport } from './use-export.ts'

const card = {
  ...{ tdoc: 1, id: 'card', name: 'Card', fonts: [], assets: {}, fields: [] },
  canvas: { width: 400, height: 300, fps: 30, duration: 1, background: '#ffffff' },
  layers: [{ in: 0, out: 1, id: 'red', type: 'solid', color: '#ff0000', box: [40, 40, 80, 80] }],
} as unknown as TemplateDocument

const render = { jobId: 'r', kind: 'full', format: 'mp4', stage: 'drawing', percent: 42, secondsLeft: 70 } as Render
const running: ExportFlow = { phase: 'running', render, isLost: false, isCancelling: false }
const over = (change: Partial<Render>): ExportFlow => ({ phase: 'finished', render: { ...render, ...change } })
const progress = { stage: 'Rendering frames', percent: 12, secondsLeft: undefined }
const rendering: ExportFlow = { phase: 'rendering', kind: 'preview', progress, cancel: () => undefined }
const video = { medium: 'video', hasDevice: false } as const
const timeline = { medium: 'video', hasDevice: true } as const
const image = { medium: 'image', hasDevice: true } as const

function openState(flow: Partial<Export>): readonly string[] {
  const calls: string[] = []
  const call = (name: string) => async () => void calls.push(name)
  const exporting: Export = {
    ...video,
    ...{ state: { phase: 'idle' }, credits: 40, isOwned: false, balance: 500 },
    ...{ shortage: undefined, forgetShortage: call('forget'), start: call('start'), dismiss: call('dismiss') },
    job: { cancel: call('cancel'), retry: call('retry') } as unknown as ExportJob,
    ...flow,
  }
  const offer = (
    <ExportOffer
      exporting={exporting}
      onClose={call('close')}
      facts="400 × 300 pixels"
      ways={[
        { kind: 'full', place: 'server', label: 'Export for 40 credits', onPress: call('full') },
        previewWay({ place: 'server', onPress: call('preview') }),
      ]}
    />
  )
  openEditor(card, <ExportDialog exporting={exporting} offer={offer} isOpen onOpen={call('open')} />)
  return calls
}

const dialog = page.getByRole('dialog')
const expectText = (words: string) => expect.poll(() => dialog.element().textContent).toContain(words)
const button = (name: string | RegExp) => dialog.getByRole('button', { name })

test.each<[string, Partial<Export>, string, string[]]>([
  ['an offer', {}, 'Export', ['Balance after export', '460 credits']],
  ['an owned template', { isOwned: true, credits: 0 }, 'Export', ['Already yours: 0 credits']],
  ['too few credits', { balance: 15 }, 'Export', ['25 credits short']],
  ['a rejected start', { state: { phase: 'rejected', kind: 'full', message: 'Not saved.' } }, 'Export', ['Not saved.']],
  [
    'another price',
    { state: { phase: 'price-changed', credits: 50 } },
    'Export',
    ['changed to 50 credits. Nothing was'],
  ],
  ['a running video', { state: running }, 'Making your video', ['Rendering frames', '42%', 'Generated Videos']],
  ['a video in the cloud', { ...timeline, state: running }, 'Rendering in the cloud', ['42%']],
  ['a video here', { ...timeline, state: rendering }, 'Making your preview', ['12%', 'Keep this page open']],
  ['a running image', { ...image, state: running }, 'Making your image', ['42%', 'needs more memory or files']],
  ['a lost connection', { state: { ...running, isLost: true } }, 'Making your video', ['Connection lost.']],
  [
    'an image here',
    { ...image, state: { ...rendering, progress: undefined } },
    'Making your preview',
    ['takes a moment'],
  ],
  ['a video', { state: over({ status: 'completed', sizeBytes: 2e6 }) }, 'Your video is ready', ['2.0 MB · MP4']],
  ['a failed video', { state: over({ status: 'failed' }) }, 'Generation Failed', ['Trying again is free.']],
  ['a failed image', { ...image, state: over({ status: 'failed' }) }, 'Export failed', ['while making the image']],
  ['a cancelled one', { state: over({ status: 'cancelled' }) }, 'Cancelled', ['was cancelled. Your changes']],
])('the dialog shows %s', async (_, flow, title, words) => {
  startFakeServer()
  openState(flow)
  await expect.element(dialog.getByRole('heading', { name: title, exact: true })).toBeVisible()
  for (const word of words) await expectText(word)
  await expectAccessible()
})

test('a running export can be cancelled', async () => {
  startFakeServer()
  const stopped = openState({ state: running })
  await press(button('Cancel export'))
  expect(stopped).toEqual(['cancel'])
})

const redPixel = { name: 'card.png', format: 'png', width: 400, height: 300 } as const
let wanted: string[] = []

function Image({ render }: { render: () => Promise<DeviceFile> }) {
  const exporting = useExport({ medium: 'image', device: { render, describeError: () => 'It could not be drawn.' } })
  const way = { kind: 'full', place: 'device', label: `Export for ${exporting.credits}` } as const
  const onPress = () => exporting.start('device', 'full')
  const offer = <ExportOffer exporting={exporting} onClose={() => undefined} facts="" ways={[{ ...way, onPress }]} />
  return <ExportDialog exporting={exporting} offer={offer} isOpen onOpen={() => undefined} />
}

function openImage(render: () => Promise<DeviceFile>, purchasedTemplates: string[] = []) {
  wanted = []
  signIn({ credits: 500, purchasedTemplates })
  const server = startFakeServer({
    'GET /api/profile': ok({}),
    'POST /api/download-template': ({ body }) => {
      const { expectedCredits } = body as { expectedCredits: number }
      wanted.push(`paid ${expectedCredits}`)
      return expectedCredits === 50
        ? ok({ remainingCredits: 450 })
        : { status: 409, body: { code: 'price-changed', error: 'x', credits: 50 } }
    },
  })
  openEditor(card, <Image render={render} />, { template: createTemplate('t', 'image') })
  return server
}

atDesk('an image is paid for at the price that was agreed to, made on this device, and exported again', async () => {
  openImage(async () => {
    wanted.push('made')
    return { blob: new Blob(['x'], { type: 'image/png' }), ...redPixel }
  })
  await press(button('Export for 40'))
  await expectText('changed to 50 credits. Nothing was charged.')
  expect(wanted).toEqual(['paid 40'])
  await press(button('Export for 50'))
  await expect.element(dialog.getByRole('link', { name: 'Download' })).toHaveAttribute('download', 'card.png')
  expect(wanted).toEqual(['paid 40', 'paid 50', 'made'])
  await expectAccessible()
  await press(button('Export again'))
  await expect.element(button(/^Export for/)).toBeVisible()
})

test('an owned image is made without asking the server, and says why it could not be', async () => {
  const server = openImage(async () => {
    throw new Error('no memory')
  }, ['t'])
  await press(button('Export for 0'))
  await expectText('It could not be drawn.')
  expect(server.requests).toEqual([])
})

test('missing credits open their own dialog, and the offer is there again afterwards', async () => {
  const server = openImage(() => Promise.reject(new Error('it is not paid for')))
  const details = { creditsRequired: 40, userCredits: 15 }
  server.answer('POST /api/download-template', {
    status: 402,
    body: { code: 'not-enough-credits', error: 'Not enough', ...details },
  })
  await press(button('Export for 40'))
  const shortage = page.getByRole('dialog', { name: 'Insufficient Credits' })
  await expect.element(shortage.getByText('Nothing was charged, and your changes are saved.')).toBeVisible()
})
