// The real server of the project model, and the ways in which a request to it can end: answered, never arrived, or done with the
// answer lost.
import { sql } from 'drizzle-orm'
import type { AppForTest } from '../../apps/server/testing/app.ts'
import { outside } from './clock.ts'

export interface ServerAnswer {
  readonly status: number
  readonly body: unknown
  readonly headers: Record<string, string>
}

export class Server {
  readonly store: AppForTest
  isDown = false
  /** Names of the assets by the id of their upload. */
  readonly fileNames = new Map<string, string>()
  /** Increases with every kill: requests to an earlier server are never answered. */
  #life = 0

  constructor(store: AppForTest) {
    this.store = store
  }

  /** Rejects where no answer comes. */
  async ask(request: {
    method: string
    path: string
    body?: unknown
    headers?: Record<string, string>
  }): Promise<ServerAnswer> {
    const life = this.#life
    if (this.isDown) throw new TypeError('no server')
    const { method, path, ...rest } = request
    const answer = await outside(() => this.store.call(method, path, rest))
    const { assetId, fileName } = answer.body
    if (path === '/api/assets' && answer.status === 201) this.fileNames.set(String(assetId), String(fileName))
    if (life !== this.#life) throw new TypeError('the server is gone')
    return { status: answer.status, body: answer.body, headers: answer.headers }
  }

  /**
   * Kills it in the middle of its work: uncommitted work is lost, and no request is answered. A later start creates another
   * server.
   */
  async kill(): Promise<void> {
    this.isDown = true
    this.#life += 1
    const end = sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`
    await outside(() => this.store.db.execute(end))
  }

  start(): void {
    this.isDown = false
  }
}
