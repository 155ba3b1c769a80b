import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOutbox } from './outbox.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'vitrine-outbox-'))
})
afterAll(() => rm(root, { recursive: true }))

const mail = (to: string, subject: string) => ({ channel: 'mail' as const, to, subject, text: 't', html: '<p>t</p>' })

it('lists newest first, for one address when asked, also from another process', async () => {
  const directory = join(root, 'made-when-needed')
  const writer = createOutbox(directory)
  expect(await writer.list()).toEqual([])
  for (const subject of ['1', '2', '3', '4']) {
    await writer.add(mail(Number(subject) % 2 ? 'Odd@Example.test' : 'even@example.test', subject))
  }
  const reader = createOutbox(directory)
  expect((await reader.list()).map((message) => message.subject)).toEqual(['4', '3', '2', '1'])
  expect((await reader.list({ to: ' odd@example.TEST ' })).map((message) => message.subject)).toEqual(['3', '1'])
  expect((await reader.list({ limit: 1 })).map((message) => message.subject)).toEqual(['4'])
  expect((await reader.list({ to: 'nobody@example.test' })).length).toBe(0)
})

it('keeps the newest 500 and ignores half written files', async () => {
  const directory = await mkdtemp(join(root, 'full-'))
  const outbox = createOutbox(directory)
  const old = { ...mail('a@example.test', 'old'), id: 'x', createdAt: new Date(0).toISOString() }
  for (let n = 0; n < 505; n++) {
    await writeFile(join(directory, `${String(n).padStart(15, '0')}-x.json`), JSON.stringify(old))
  }
  await writeFile(join(directory, '999999999999999-y.unfinished'), '{"to":')
  await outbox.add(mail('a@example.test', 'new'))
  const messages = await outbox.list({ limit: 1000 })
  expect(messages.length).toBe(500)
  expect(messages[0]?.subject).toBe('new')
})

it('keeps attached files next to their message, and deletes them with it', async () => {
  const directory = await mkdtemp(join(root, 'files-'))
  const outbox = createOutbox(directory)
  const file = { name: 'invoice.pdf', contentType: 'application/pdf', content: Buffer.of(0, 255, 10) }
  const { id } = await outbox.add({ ...mail('asha@example.test', 'with'), attachments: [file] })
  const plain = await outbox.add(mail('asha@example.test', 'without'))
  expect((await outbox.list()).map(({ attachments }) => attachments)).toEqual([
    [],
    [{ name: 'invoice.pdf', contentType: 'application/pdf' }],
  ])
  expect(await outbox.findAttachment(id, 0)).toEqual(file)
  expect(await outbox.findAttachment(id, 1)).toBeUndefined()
  expect(await outbox.findAttachment(plain.id, 0)).toBeUndefined()
  expect(await outbox.findAttachment('../other', 0)).toBeUndefined()
  for (let count = 0; count < 500; count++) await outbox.add(mail('ben@example.test', String(count)))
  expect((await readdir(directory)).filter((name) => !name.endsWith('.json'))).toEqual([])
})
