// The part of a song that a visitor chooses, by mouse, finger and keyboard.
import type { TemplateDocument } from '@vitrine/document/document'
import type { AudioValue } from '@vitrine/document/field'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../testing/accessible.ts'
import { openEditor } from '../../../testing/open-editor.tsx'
import { press, pressedBy } from '../../../testing/press.ts'
import { FieldForm } from './field-panel.tsx'

/** Three seconds of video with music. */
const video: TemplateDocument = {
  ...{ tdoc: 1, id: 'video', name: 'Video', fonts: [], assets: {} },
  canvas: { width: 64, height: 36, fps: 30, duration: 90 },
  fields: [{ id: 'music', type: 'audio', label: 'Music' }],
  layers: [{ id: 'song', type: 'audio', in: 0, out: 90, source: { $field: 'music' } }],
}

/** A tone of increasing volume, as a WAV file of 8 kHz. */
function song(seconds: number): File {
  const rate = 8000
  const samples = Int16Array.from(
    { length: seconds * rate },
    (_, n) => (n / (seconds * rate)) * 30_000 * Math.sin(n / 3),
  )
  const head = new DataView(new ArrayBuffer(44))
  const text = (at: number, value: string) => [...value].forEach((c, n) => void head.setUint8(at + n, c.charCodeAt(0)))
  for (const [at, value] of [
    [0, 'RIFF'],
    [8, 'WAVE'],
    [12, 'fmt '],
    [36, 'data'],
  ] as const)
    text(at, value)
  for (const [at, value] of [
    [4, 36 + samples.byteLength],
    [16, 16],
    [24, rate],
    [28, rate * 2],
    [40, samples.byteLength],
  ] as const)
    head.setUint32(at, value, true)
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    head.setUint16(at, value, true)
  return new File([head.buffer, samples], `${seconds} seconds.wav`, { type: 'audio/wav' })
}

const slider = page.getByRole('slider', { name: 'Music: part of the song' })

async function openSong(seconds: number) {
  const model = openEditor(video, <FieldForm />)
  await expect.poll(() => model.preview.get().status).toBe('ready')
  await model.attachFiles([song(seconds)])
  return { model, trim: () => (model.store.getContent().values.music as AudioValue).trim }
}

test('a visitor sees the song of this device with a window as long as the video, and moves it by keys', async () => {
  const { model, trim } = await openSong(12)
  await expect.element(slider).toHaveAttribute('aria-valuetext', '0:00 to 0:03 of 0:12')
  await expect.poll(() => document.querySelector('[data-wave] path')?.getAttribute('d')).toMatch(/^M.*v\d/)
  ;(slider.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  expect(trim()).toEqual({ startSeconds: 0.2 })
  await userEvent.keyboard('{End}')
  await expect.element(slider).toHaveAttribute('aria-valuetext', '0:09 to 0:12 of 0:12')
  model.undo()
  expect(trim()).toBeUndefined()
  await expectAccessible()
})

test.each(pressedBy)('the window is moved by buttons, pressed by %s', async (by) => {
  const { trim } = await openSong(12)
  await expect.element(slider).toBeInTheDocument()
  await press(page.getByRole('button', { name: 'Start later' }), by)
  await press(page.getByRole('button', { name: 'Start later' }), by)
  await press(page.getByRole('button', { name: 'Start earlier' }), by)
  expect(trim()).toEqual({ startSeconds: 0.5 })
})

test('the part plays until its end and can be stopped', async () => {
  await openSong(12)
  await press(page.getByRole('button', { name: 'Play this part' }))
  await press(page.getByRole('button', { name: 'Stop' }))
  await press(page.getByRole('button', { name: 'Play this part' }))
  await expect.element(page.getByRole('button', { name: 'Stop' })).toBeVisible()
  // Three seconds later it has ended by itself.
  await expect.element(page.getByRole('button', { name: 'Play this part' })).toBeVisible()
})

test('a song that is shorter than the video has no window', async () => {
  await openSong(2)
  await expect.element(page.getByRole('button', { name: 'Play this part' })).toBeVisible()
  expect(slider.query()).toBeNull()
})
