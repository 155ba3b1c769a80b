// Watching a folder: frames with other values, and a new import when a file is saved.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { groundAnimation } from '../testing/animation.ts'
import { openWatch, type Watch } from './watch.ts'

let folder = ''
let watched: Watch
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-watch-'))
  await writeFile(join(folder, 'scene.json'), JSON.stringify(groundAnimation('#ff0000')))
  // Bodymovin's own report is no animation.
  const layer = { name: 'Logo', messages: [{ type: 'error', renderers: ['browser'], builder: 'illustrator asset' }] }
  await writeFile(join(folder, 'report.json'), JSON.stringify({ version: '5.12.0', name: 'scene', layers: [layer] }))
  watched = await openWatch(folder, {}, { port: 0 })
})
afterAll(async () => {
  await watched.close()
  await rm(folder, { recursive: true, force: true })
})

async function readState() {
  return (await (await fetch(`${watched.address}/state`)).json()) as {
    number: number
    fault?: string
    report: { code: string; message: string }[]
    isPublishable: boolean
    document?: { fields: { id: string }[]; shapes: string[] }
  }
}

async function pixel(values: object): Promise<number[]> {
  const response = await fetch(`${watched.address}/frame`, {
    method: 'POST',
    body: JSON.stringify({ frame: 5, values }),
  })
  const picture = sharp(Buffer.from(await response.arrayBuffer()))
  const pixels = await picture.extract({ left: 100, top: 100, width: 1, height: 1 }).raw().toBuffer()
  return [...pixels.subarray(0, 3)].map((channel) => Math.round(channel / 64))
}

test('shows the template, its fields and both reports', async () => {
  const { document, report, isPublishable } = await readState()
  expect(document?.fields.map(({ id }) => id)).toEqual(['Ground'])
  expect(isPublishable).toBe(true)
  expect(report.filter(({ code }) => code === 'bodymovin-report').map(({ message }) => message)).toEqual([
    expect.stringContaining('"Logo" is an Illustrator file'),
  ])
  expect(await (await fetch(watched.address)).text()).toContain('Safe areas')
})

test('draws frames with other values', async () => {
  expect(await pixel({})).toEqual([4, 0, 0])
  expect(await pixel({ Ground: '#0000ff' })).toEqual([0, 0, 4])
})

test('imports again when a file is saved, also when it was broken in between', async () => {
  const changed = async (isRight: (state: Awaited<ReturnType<typeof readState>>) => boolean) =>
    expect.poll(async () => isRight(await readState()), { timeout: 30_000 }).toBe(true)
  await writeFile(join(folder, 'scene.json'), '{ "layers": [')
  await changed(({ fault, document }) => fault !== undefined || document === undefined)
  await writeFile(join(folder, 'scene.json'), JSON.stringify(groundAnimation('#00ff00')))
  await changed(({ fault, document }) => fault === undefined && document !== undefined)
  expect(await pixel({})).toEqual([0, 4, 0])
})

test('answers nobody who comes by another name', async () => {
  const { request } = await import('node:http')
  const { port } = new URL(watched.address)
  const status = await new Promise((done, fail) =>
    request({ port, host: '127.0.0.1', headers: { host: 'evil.example' } }, ({ statusCode }) => done(statusCode))
      .on('error', fail)
      .end(),
  )
  expect(status).toBe(403)
})
