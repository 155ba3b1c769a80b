import { expect, it } from 'vitest'
import { createMetrics, openMetricsPort } from './metrics.ts'

it('serves counters and gauges on a port of its own', async () => {
  const metrics = createMetrics('server')
  let depth = 3
  metrics.observeRequest({ method: 'GET', route: '/api/designs', status: 200, seconds: 0.02 })
  metrics.observeQuery({ isGood: false, seconds: 0.2 })
  metrics.observeJob({ task: 'render', outcome: 'done', seconds: 7 })
  metrics.countUpload(1000)
  metrics.countPaymentEvent({ type: 'payment.captured', outcome: 'granted' })
  metrics.addGauge({
    name: 'vitrine_queue_jobs',
    help: 'Jobs',
    labels: ['task'],
    read: async () => [{ value: depth, labels: { task: 'render' } }],
  })
  metrics.addGauge({ name: 'vitrine_broken', help: 'Cannot be read', read: async () => Promise.reject(new Error('x')) })
  const port = await openMetricsPort(metrics, { host: '127.0.0.1', port: 0 })
  try {
    const read = async (path = '/metrics') => (await fetch(`http://127.0.0.1:${port.port}${path}`)).text()
    const text = await read()
    const readFigure = (name: string, labels: Record<string, string>) =>
      text
        .split('\n')
        .find(
          (line) =>
            line.startsWith(`${name}{`) && Object.entries(labels).every(([k, v]) => line.includes(`${k}="${v}"`)),
        )
        ?.split(' ')
        .at(-1)
    const request = { method: 'GET', route: '/api/designs', status: '200', process: 'server' }
    expect(readFigure('vitrine_http_request_duration_seconds_count', request)).toBe('1')
    expect(readFigure('vitrine_database_query_duration_seconds_count', { outcome: 'failed' })).toBe('1')
    expect(readFigure('vitrine_job_duration_seconds_bucket', { task: 'render', outcome: 'done', le: '10' })).toBe('1')
    expect(readFigure('vitrine_upload_bytes_total', {})).toBe('1000')
    expect(readFigure('vitrine_payment_events_total', { type: 'payment.captured', outcome: 'granted' })).toBe('1')
    expect(readFigure('vitrine_queue_jobs', { task: 'render' })).toBe('3')
    expect(text).toMatch(/vitrine_broken\{process="server"\} Nan/i)
    expect(text).toContain('nodejs_eventloop_lag_seconds')
    depth = 0
    expect(await read()).toMatch(/vitrine_queue_jobs\{.*task="render".*\} 0/)
    expect(await read('/')).toContain('/metrics')
  } finally {
    await port.close()
  }
})
