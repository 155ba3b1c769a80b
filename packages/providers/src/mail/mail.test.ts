import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { itBehavesAsMailer } from '../../testing/mailer-contract.ts'
import { createOutbox, type Outbox } from '../outbox/outbox.ts'
import { createSandboxMailer } from './mail.ts'

describe('sandbox mail', () => {
  let directory: string
  let outbox: Outbox
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'vitrine-mail-'))
    outbox = createOutbox(directory)
  })
  afterAll(() => rm(directory, { recursive: true }))

  itBehavesAsMailer(() => ({
    mailer: createSandboxMailer(outbox),
    received: async () =>
      Promise.all(
        (await outbox.list()).reverse().map(async ({ id, attachments, ...mail }) => {
          const files = await Promise.all(attachments.map((_file, place) => outbox.findAttachment(id, place)))
          return { ...mail, attachments: files.filter((file) => file !== undefined) }
        }),
      ),
  }))
})
