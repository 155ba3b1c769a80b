// The sandbox outbox: unsent emails and SMS, one JSON file each. Any process can write and read it, and a restart loses nothing.
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

export interface OutboxMessage {
  readonly id: string
  readonly channel: 'mail' | 'sms'
  readonly to: string
  /** Empty for text messages. */
  readonly subject: string
  readonly text: string
  /** Empty for text messages. */
  readonly html: string
  /** ISO 8601, UTC. */
  readonly createdAt: string
}

export interface Outbox {
  add(message: Omit<OutboxMessage, 'id' | 'createdAt'>): Promise<OutboxMessage>
  /** Newest first, at most `limit` (default 100). `to` selects one address or number, ignoring case. */
  list(filter?: { to?: string | undefined; limit?: number }): Promise<OutboxMessage[]>
}

const KEPT_MESSAGES = 500

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

  return {
    async add(message) {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const time = nextTime()
      const added: OutboxMessage = { id: randomUUID(), ...message, createdAt: new Date(time).toISOString() }
      const path = join(directory, `${String(time).padStart(15, '0')}-${added.id}`)
      {
        await using handle = await open(`${path}.unfinished`, 'wx', 0o600)
        await handle.writeFile(JSON.stringify(added))
        await handle.sync()
      }
      await rename(`${path}.unfinished`, `${path}.json`)
      for (const name of (await namesNewestFirst()).slice(KEPT_MESSAGES))
        await rm(join(directory, name), { force: true })
      return added
    },

    async list({ to, limit = 100 } = {}) {
      const address = to?.trim().toLowerCase()
      const messages: OutboxMessage[] = []
      for (const name of await namesNewestFirst()) {
        if (messages.length >= limit) break
        const text = await readFile(join(directory, name), 'utf8').catch(() => undefined)
        // Another process may have deleted it since the folder was read.
        if (text === undefined) continue
        const message = JSON.parse(text) as OutboxMessage
        if (address === undefined || message.to.toLowerCase() === address) messages.push(message)
      }
      return messages
    },
  }
}
