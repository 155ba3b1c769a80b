import type { CreateRenderRequest, Render } from '@vitrine/contract/renders'
import { describe, expect, it } from 'vitest'
import { ApiResponseError } from '../../api/api.ts'
import type { SaveState } from '../project/autosave.ts'
import { createExportJob, type ExportState } from './export-job.ts'

const render = (status: Render['status'], percent = 0) => ({ jobId: 'job', kind: 'full', status, percent }) as Render

function start(saved: SaveState = { status: 'saved' }) {
  const world = {
    prepared: [] as string[],
    requests: [] as CreateRenderRequest[],
    answers: [] as (ApiResponseError | 'accepted')[],
    present: render('queued'),
    credits: undefined as number | undefined,
    shortage: undefined as unknown,
    state: { phase: 'idle' } as ExportState,
    emit: (() => {}) as (render: Render) => void,
    /** Ends the watch, such as when the session is over. */
    breakOff: (() => {}) as (error: ApiResponseError) => void,
    reading: undefined as ApiResponseError | undefined,
    retrying: undefined as ApiResponseError | undefined,
    keys: 0,
  }
  const job = createExportJob({
    api: {
      async prepareRender(projectId) {
        world.prepared.push(projectId)
        return {}
      },
      async createRender(request) {
        world.requests.push(request)
        const answer = world.answers.shift() ?? 'accepted'
        if (answer !== 'accepted') throw answer
        return { jobId: 'job', status: 'queued', charged: 120, alreadyPurchased: false, remainingCredits: 380 }
      },
      async getRender() {
        if (world.reading) throw world.reading
        return world.present
      },
      cancelRender: async () => render('cancelled'),
      async retryRender() {
        if (world.retrying) throw world.retrying
        return { jobId: 'job', status: 'queued', charged: 0, alreadyPurchased: true, remainingCredits: 380 }
      },
    },
    projectId: 'project',
    flush: async () => saved,
    watch: ({ onRender }) => {
      world.emit = onRender
      return new Promise((_, reject) => {
        world.breakOff = reject
      })
    },
    onCharged: (remaining) => {
      world.credits = remaining
    },
    onShortage: (error) => {
      world.shortage = error
    },
    onState: (state) => {
      world.state = state
    },
    createKey: () => `key-${++world.keys}`,
  })
  return { job, world }
}

describe('exporting', () => {
  it('requests the render at the price shown, and follows it to the end', async () => {
    const { job, world } = start()
    await job.start('full', 120)
    expect(world.requests).toEqual([
      { projectId: 'project', kind: 'full', idempotencyKey: 'key-1', expectedCredits: 120 },
    ])
    expect(world.credits).toBe(380)
    expect(world.state).toMatchObject({ phase: 'running', render: { percent: 0 } })
    world.emit(render('processing', 40))
    expect(world.state).toMatchObject({ phase: 'running', render: { percent: 40 } })
    world.emit(render('completed', 100))
    expect(world.state).toMatchObject({ phase: 'finished', render: { status: 'completed' } })
  })

  it('reuses the key when the response was lost, and takes a new one after a response', async () => {
    const { job, world } = start()
    world.answers = [new ApiResponseError(0, 'network', 'Network error'), new ApiResponseError(503, 'unknown', '')]
    await job.start('full', 120)
    expect(world.state).toMatchObject({ phase: 'rejected', message: 'Network error' })
    await job.start('full', 120)
    await job.start('full', 120)
    expect(world.requests.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['key-1', 'key-1', 'key-1'])
    world.emit(render('completed', 100))
    await job.start('full', 120)
    expect(world.requests.at(-1)?.idempotencyKey).toBe('key-2')
  })

  it('follows a job that was begun although reading it failed', async () => {
    const { job, world } = start()
    world.reading = new ApiResponseError(0, 'network', 'Network error')
    await job.start('preview', 120)
    expect(world.state).toEqual({ phase: 'starting', kind: 'preview' })
    world.emit(render('processing', 40))
    expect(world.state).toMatchObject({ phase: 'running', render: { percent: 40 } })
    await job.start('preview', 120)
    expect(world.requests).toHaveLength(1)
  })

  it('names the kind of an export that cannot be followed any more, and that it continues', async () => {
    const { job, world } = start()
    await job.start('preview', 120)
    world.breakOff(new ApiResponseError(401, 'session-expired', 'Please sign in'))
    await Promise.resolve()
    expect(world.state).toEqual({
      phase: 'rejected',
      kind: 'preview',
      message: expect.stringContaining('Generated Videos'),
    })
  })

  it('follows a failed export that an earlier click retried', async () => {
    const { job, world } = start()
    job.follow(render('failed'))
    world.retrying = new ApiResponseError(0, 'network', 'Network error')
    await job.retry()
    expect(world.state).toMatchObject({ phase: 'rejected', message: 'Network error' })
    job.follow(render('failed'))
    world.retrying = new ApiResponseError(409, 'render-not-retryable', 'It runs')
    world.present = render('processing', 10)
    await job.retry()
    expect(world.state).toMatchObject({ phase: 'running', render: { percent: 10 } })
  })

  it('fails with a message on an error of the page', async () => {
    const { job, world } = start()
    world.answers = [new TypeError('a mistake') as unknown as ApiResponseError]
    await job.start('full', 120)
    expect(world.state).toMatchObject({ phase: 'rejected', kind: 'full' })
  })

  it('does not start twice however often the button is pressed', async () => {
    const { job, world } = start()
    await Promise.all([job.start('full', 120), job.start('full', 120)])
    await job.start('full', 120)
    expect(world.requests).toHaveLength(1)
  })

  it('sends no price for a free preview', async () => {
    const { job, world } = start()
    await job.start('preview', 120)
    expect(world.requests[0]).not.toHaveProperty('expectedCredits')
  })

  it('reports missing credits and returns to the offer', async () => {
    const { job, world } = start()
    world.answers = [
      new ApiResponseError(402, 'not-enough-credits', 'Not enough credits', { creditsRequired: 120, userCredits: 5 }),
    ]
    await job.start('full', 120)
    expect(world.shortage).toMatchObject({ code: 'not-enough-credits' })
    expect(world.state).toEqual({ phase: 'idle' })
  })

  it('asks again when the price has changed, and then agrees to the new one', async () => {
    const { job, world } = start()
    world.answers = [new ApiResponseError(409, 'price-changed', 'changed', { credits: 150 })]
    await job.start('full', 120)
    expect(world.state).toEqual({ phase: 'price-changed', credits: 150 })
    await job.start('full', 150)
    expect(world.requests.map(({ expectedCredits }) => expectedCredits)).toEqual([120, 150])
    expect(world.requests[1]?.idempotencyKey).toBe('key-2')
  })

  it('has the video begun while the offer is open, once everything is saved', async () => {
    const { job, world } = start()
    await job.prepare()
    expect(world.prepared).toEqual(['project'])
    expect(world.state).toEqual({ phase: 'idle' })
    await job.start('full', 120)
    await job.prepare()
    expect(world.prepared).toEqual(['project'])
  })

  it('renders nothing that is not saved', async () => {
    const { job, world } = start({ status: 'offline', hasDeviceCopy: true })
    await job.prepare()
    expect(world.prepared).toEqual([])
    await job.start('full', 120)
    expect(world.requests).toEqual([])
    expect(world.state).toMatchObject({ phase: 'rejected', message: expect.stringContaining('kept on this device') })
  })

  it('cancels, and tries a failed video again without asking for a new one', async () => {
    const { job, world } = start()
    await job.start('full', 120)
    await job.cancel()
    expect(world.state).toMatchObject({ phase: 'finished', render: { status: 'cancelled' } })
    job.follow(render('failed'))
    await job.retry()
    expect(world.requests).toHaveLength(1)
    expect(world.state).toMatchObject({ phase: 'running' })
  })
})
