import { expect, it } from 'vitest'
import { createLog, type LogFormat } from './log.ts'

function logTo(format: LogFormat) {
  const lines: string[] = []
  return { lines, log: createLog({ level: 'info', format, name: 'server', write: (line) => lines.push(line) }) }
}

class QueryFailed extends Error {
  readonly query = 'select 1 where email = $1'
  readonly params = ['asha@example.test']
}

function failedQuery(): Error {
  const cause = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(asha@example.test)' })
  return new QueryFailed('Failed query: select 1 where email = $1\nparams: asha@example.test,\nsecond', { cause })
}

it('writes one line for each event, for people and as JSON', () => {
  for (const format of ['text', 'json'] as const) {
    const { lines, log } = logTo(format)
    log.info({ method: 'GET', path: '/a b', durationMs: 3 }, 'request')
    log.debug('not asked for')
    log.error({ err: failedQuery(), requestId: 'r-1' }, 'request failed')
    expect(lines).toHaveLength(2)
    for (const line of lines) expect(line.match(/\n/g)).toHaveLength(1)
  }
  const { lines, log } = logTo('text')
  log.warn({ path: '/a b', status: 200 }, 'request')
  expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z WARN {2}server request path="\/a b" status=200\n$/)
})

it('names what an object that is no error has, without its values', () => {
  const { lines, log } = logTo('text')
  log.error({ err: { status_code: 500, body: 'asha@example.test' } }, 'an upload failed')
  expect(lines[0]).toMatch(/status_code, body/)
  expect(lines[0]).not.toMatch(/object Object|asha@/)
})

it('logs what failed and where, never the values', () => {
  for (const format of ['text', 'json'] as const) {
    const { lines, log } = logTo(format)
    log.error({ err: failedQuery() }, 'request failed')
    expect(lines[0]).toContain('Failed query: select 1 where email = $1')
    expect(lines[0]).toContain('23505')
    expect(lines[0]).toContain('duplicate key')
    expect(lines[0]).toContain('log.test.ts')
    expect(lines[0]).not.toContain('asha@')
    expect(lines[0]).not.toContain('second')
  }
  const { lines, log } = logTo('json')
  log.error({ err: failedQuery() }, 'request failed')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'error',
    process: 'server',
    err: { type: 'Error', cause: { code: '23505' }, stack: expect.stringContaining('log.test.ts') },
  })
})
