import { join } from 'node:path'
import { transaction } from '@vitrine/database/connection'
import { enqueue, startJobRunner } from '@vitrine/database/jobs'
import { createOutbox } from '@vitrine/providers/outbox'
import { createLocalDiskStorage } from '@vitrine/providers/storage/local-disk'
import { createSignedLinks } from '@vitrine/providers/storage/signed-link'
import { insertUser } from '@vitrine/store/accounts'
import { queueEmail } from '@vitrine/store/accounts/notification-email'
import { hashPassword } from '@vitrine/store/accounts/password'
import { ERASE_TASK } from '@vitrine/store/media/erase-file'
import { expect, it } from 'vitest'
import { useDatabase } from '../../../tests/database.ts'
import { useFolder } from '../testing/video.ts'
import { emailTasks, openWorkerProviders } from './service-jobs.ts'

const database = useDatabase()
const folder = useFolder()

it('queued mails are sent once, with links to the store, and only for what was committed; files are removed', async () => {
  const dataFolder = folder.path('data')
  const storage = createLocalDiskStorage({ directory: folder.path('files'), links: createSignedLinks('x'.repeat(32)) })
  const passwordHash = await hashPassword('rangoli & lamps')
  const { db } = database
  const providers = openWorkerProviders({
    db,
    environment: { environment: { tags: {} }, unchosen: 'sandbox', serverUrl: 'http://127.0.0.1:1' },
    secrets: ['x'.repeat(32)],
    outbox: createOutbox(join(dataFolder, 'outbox')),
  })
  const userId = await transaction(db, (tx) =>
    insertUser(tx, {
      username: 'asha',
      email: 'asha@example.test',
      passwordHash,
      actualName: 'Asha',
      phoneNumber: '',
      employmentField: '',
    }),
  )
  const video = { kind: 'video-ready', userId, renderId: 'r1', templateName: 'Lamps & <Light>' } as const
  await transaction(db, (tx) => queueEmail(tx, video, { key: 'video-ready:r1' }))
  await transaction(db, (tx) => queueEmail(tx, video, { key: 'video-ready:r1' }))
  const rolledBack = transaction(db, async (tx) => {
    await queueEmail(tx, { kind: 'google-linked', userId })
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')

  const key = 'private/assets/gone.webp'
  await storage.put(key, Buffer.from('picture'), { contentType: 'image/webp' })
  await transaction(db, (tx) => enqueue(tx, ERASE_TASK, { keys: [key, 'private/assets/never.webp'] }))

  const done = Promise.withResolvers<void>()
  const tasks = emailTasks({ db, storage, providers, publicUrl: 'https://store.example.com' })
  const runner = await startJobRunner(database.url, {
    ...tasks,
    // One job at a time, and this one after all others.
    'all-sent': async () => done.resolve(),
  })
  await transaction(db, (tx) => enqueue(tx, 'all-sent', {}, { priority: 100 }))
  await done.promise
  await runner.stop()

  const messages = await createOutbox(`${dataFolder}/outbox`).list()
  expect(messages.map(({ to, subject }) => ({ to, subject }))).toEqual([
    { to: 'asha@example.test', subject: 'Your video “Lamps & <Light>” is ready' },
  ])
  expect(messages[0]?.text).toContain('https://store.example.com/profile')
  expect(messages[0]?.html).not.toContain('<Light>')
  expect(await storage.exists(key)).toBe(false)
})
