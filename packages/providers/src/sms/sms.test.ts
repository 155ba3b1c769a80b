import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { itBehavesAsTextMessenger } from '../../testing/messenger-contract.ts'
import { createOutbox, type Outbox } from '../outbox/outbox.ts'
import { createSandboxMessenger } from './sms.ts'

describe('sandbox text messages', () => {
  let directory: string
  let outbox: Outbox
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'vitrine-sms-'))
    outbox = createOutbox(directory)
  })
  afterAll(() => rm(directory, { recursive: true }))

  itBehavesAsTextMessenger(() => ({
    messenger: createSandboxMessenger(outbox),
    received: async () => (await outbox.list()).reverse().map(({ to, text }) => ({ to, text })),
  }))
})
