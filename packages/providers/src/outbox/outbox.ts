// The sandbox outbox: unsent emails and SMS, one JSON file each, with a folder for attached files. Any process can write and read it, and a restart loses nothing.
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A file with an email. */
export interface Attachment {
  readonly name: string
  readonly contentType: string
  readonly content: Buffer
}

export interface OutboxMessage {
  readonly id: string
  readonly channel: 'mail' | 'sms'
  readonly to: string
  /** Empty for text messages. */
  readonly subject: string
  readonly text: string
  /** Empty for text messages. */
  readonly html: string
  readonly attachments: readonly Omit<Attachment, 'content'>[]
  /** ISO 8601, UTC. */
  readonly createdAt: string
}

export interface Outbox {
  add(message: Draft): Promise<OutboxMessage>
  /** Newest first, at most `limit` (default 100). `to` selects one address or number, ignoring case. */
  list(filter?: { to?: string | undefined; limit?: number }): Promise<OutboxMessage[]>
  /** An attached file by its place, from 0; undefined for an unknown message or place. */
  findAttachment(id: string, place: number): Promise<Attachment | undefined>
}

type Draft = Omit<OutboxMessage, 'id' | 'createdAt' | 'attachments'> & {
  readonly attachments?: readonly Attachment[]
}

const KEPT_MESSAGES = 500

/** The folder of the files attached to a message. */
const toFolder = (path: string): string => path.replace(/\.json$/, '.files')

/** Keeps the newest 500 messages in `directory` (created when missing). */
export function createOutbox(directory: string): Outbox {
  let last = 0

  /** File names sort by time; two messages of one process within a millisecond keep their order. */
  function nextTime(): number {
    last = Math.max(Date.now(), last + 1)
    return last
  }

  async function namesNewestFirst(): Promise<string[]> {
    const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
    return names
      .filter((name) => name.endsWith('.json'))
      .sort()
      .reverse()
  }

  async function readMessage(name: string): Promise<OutboxMessage | undefined> {
    const text = await readFile(join(directory, name), 'utf8').catch(() => undefined)
    // Messages of an earlier release name no attachments.
    return text === undefined ? undefined : { attachments: [], ...JSON.parse(text) }
  }

  return {
    async add({ attachments = [], ...message }) {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const time = nextTime()
      const added: OutboxMessage = {
        id: randomUUID(),
        ...message,
        attachments: attachments.map(({ name, contentType }) => ({ name, contentType })),
        createdAt: new Date(time).toISOString(),
      }
      const path = join(directory, `${String(time).padStart(15, '0')}-${added.id}`)
      if (attachments.length > 0) await mkdir(`${path}.files`, { mode: 0o700 })
      for (const [place, { content }] of attachments.entries()) {
        await writeFile(join(`${path}.files`, String(place)), content, { mode: 0o600 })
      }
      {
        await using handle = await open(`${path}.unfinished`, 'wx', 0o600)
        await handle.writeFile(JSON.stringify(added))
        await handle.sync()
      }
      await rename(`${path}.unfinished`, `${path}.json`)
      for (const name of (await namesNewestFirst()).slice(KEPT_MESSAGES)) {
        await rm(join(directory, name), { force: true })
        await rm(toFolder(join(directory, name)), { force: true, recursive: true })
      }
      return added
    },

    async list({ to, limit = 100 } = {}) {
      const address = to?.trim().toLowerCase()
      const messages: OutboxMessage[] = []
      for (const name of await namesNewestFirst()) {
        if (messages.length >= limit) break
        const message = await readMessage(name)
        // Another process may have deleted it since the folder was read.
        if (message === undefined) continue
        if (address === undefined || message.to.toLowerCase() === address) messages.push(message)
      }
      return messages
    },

    async findAttachment(id, place) {
      const name = (await namesNewestFirst()).find((one) => one.endsWith(`-${id}.json`))
      const file = name && (await readMessage(name))?.attachments[place]
      if (!file) return undefined
      return { ...file, content: await readFile(join(toFolder(join(directory, name)), String(place))) }
    },
  }
}
