// The time from "Export" to a playable video, in a store as `npm start` runs it: from nothing, and with the video begun while the
// export dialog was open.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { samples } from '../../samples/testing/sample.ts'
import { StoreClient } from '../client/store-client.ts'
import type { Stack } from '../purchase-flow/stack.ts'
import { record, round, summarise } from './report.ts'

const SAMPLES = ['ivory-letter', 'rajwada-nights']
const ROUNDS = 3
/** The time for reading price and size before pressing the button. */
const READING_MS = 8000
const ASK_EVERY_MS = 20

/** Exports previews and full videos of two samples, each round with other words, and prints how long each took. */
export async function benchExport(stack: Stack): Promise<void> {
  for (const sampleId of SAMPLES) {
    const client = new StoreClient({ baseUrl: stack.baseUrl })
    await client.register(`export${Date.now()}@example.org`, `Passphrase-${Date.now()}`)
    const { body: project } = await client.expect('POST', '/api/projects', [200, 201], { templateId: sampleId })
    const store = { client, sampleId, projectId: project.projectId as string }
    // The first export also opens fonts and starts the files' cache.
    await exportOnce(store, 'preview')
    await measure(`export: ${sampleId}, preview`, () => exportOnce(store, 'preview'))
    await measure(`export: ${sampleId}, full`, () => exportOnce(store, 'full'))
    await measure(`export: ${sampleId}, full, ${READING_MS / 1000} s after the dialog opened`, () =>
      exportOnce(store, 'full', READING_MS),
    )
  }
}

async function measure(name: string, exportTimed: () => Promise<number>): Promise<void> {
  const seconds: number[] = []
  for (let n = 0; n < ROUNDS; n++) seconds.push(await exportTimed())
  const figure = summarise(seconds)
  record({ name, ...figure, unit: 's', better: 'lower' })
  console.log(`  ${name.padEnd(68)} median ${round(figure.value)} s   ${figure.spread.map(round).join(' to ')} s`)
}

interface OpenProject {
  readonly client: StoreClient
  readonly sampleId: string
  readonly projectId: string
}

/** Seconds from the request to the completed render, with a text that was never exported before. */
async function exportOnce(
  { client, sampleId, projectId }: OpenProject,
  kind: 'preview' | 'full',
  readingMs = 0,
): Promise<number> {
  await client.expect('PUT', `/api/projects/${projectId}`, [200], { values: newWords(sampleId), difference: {} })
  if (readingMs > 0) {
    await client.expect('POST', '/api/renders/prepare', [202], { projectId })
    await sleep(readingMs)
  }
  const began = performance.now()
  const { body } = await client.expect('POST', '/api/renders', [202], { projectId, kind, idempotencyKey: randomUUID() })
  for (;;) {
    const { body: render } = await client.expect('GET', `/api/renders/${body.jobId}`, [200])
    if (render.status === 'completed') return (performance.now() - began) / 1000
    if (render.status === 'failed') throw new Error(`the export failed: ${render.errorMessage}`)
    await sleep(ASK_EVERY_MS)
  }
}

function newWords(sampleId: string): Record<string, unknown> {
  const field = samples.find(({ id }) => id === sampleId)?.document.fields.find(({ type }) => type === 'text')
  if (!field) throw new Error(`the sample ${sampleId} has no text to fill in`)
  return { [field.id]: `Asha ${Math.floor(performance.now()) % 10_000}` }
}
