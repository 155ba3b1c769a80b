// Starts, asks, kills and replaces a server of the store.
import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { ApiError, type ApiErrorCode } from '@vitrine/contract/api-error'
import type { MemoryGateway } from '../../packages/store/testing/gateway.ts'
import { endChild } from '../process-list.ts'
import type { Request, Response, Works } from './money-process.ts'

/** Nobody knows whether the work was done: the server was killed, or lost the database meanwhile. */
export class AnswerLost extends Error {}

interface Pending {
  readonly gateway: MemoryGateway | undefined
  resolve(value: unknown): void
  reject(error: Error): void
}

export class MoneyServer {
  readonly #url: string
  readonly #name: string
  readonly #pending = new Map<number, Pending>()
  #child: ChildProcess | undefined
  #asked = 0

  private constructor(url: string, name: string) {
    this.#url = url
    this.#name = name
  }

  /** Resolves when it answers. */
  static async start(url: string, name: string): Promise<MoneyServer> {
    const server = new MoneyServer(url, name)
    await server.#start()
    return server
  }

  /** False from a kill until its successor answers. */
  get isUp(): boolean {
    return this.#child !== undefined
  }

  /** Throws what the work throws, or `AnswerLost`. */
  async ask<Name extends keyof Works>(
    gateway: MemoryGateway | undefined,
    work: Name,
    ...input: Parameters<Works[Name]>
  ): Promise<Awaited<ReturnType<Works[Name]>>> {
    const child = this.#child
    if (!child) throw new AnswerLost('the server is down')
    return new Promise<unknown>((resolve, reject) => {
      const id = ++this.#asked
      this.#pending.set(id, { gateway, resolve, reject })
      child.send({ id, work, input } satisfies Request)
    }) as Promise<Awaited<ReturnType<Works[Name]>>>
  }

  /** SIGKILL in the middle of whatever it does, and a new one. How many requests it left unanswered. */
  async kill(): Promise<number> {
    const child = this.#child
    if (!child) return 0
    this.#child = undefined
    const unanswered = [...this.#pending.values()]
    this.#pending.clear()
    child.removeAllListeners('message')
    await endChild(child)
    for (const { reject } of unanswered) reject(new AnswerLost('the server was killed'))
    await this.#start()
    return unanswered.length
  }

  async stop(): Promise<void> {
    await endChild(this.#child)
  }

  async #start(): Promise<void> {
    const child = fork(join(import.meta.dirname, 'money-process.ts'), [this.#url, this.#name], {
      serialization: 'advanced',
    })
    const [said] = await Promise.race([once(child, 'message'), once(child, 'exit')])
    assert(said === 'ready', `the server ended with ${said} before it answered`)
    child.on('message', (response: Response) => this.#hear(child, response))
    this.#child = child
  }

  async #hear(child: ChildProcess, response: Response): Promise<void> {
    const pending = this.#pending.get(response.id)
    assert(pending, 'nobody asked')
    if ('question' in response) {
      const { question, questionId, input } = response
      const gateway = pending.gateway as unknown as Record<string, (...input: unknown[]) => Promise<unknown>>
      const answer = await gateway[question]?.(...input)
      // One that was killed meanwhile hears nothing: its request is repeated.
      if (this.#child === child) child.send({ questionId, answer } satisfies Request)
      return
    }
    this.#pending.delete(response.id)
    if ('value' in response) pending.resolve(response.value)
    else if ('code' in response) pending.reject(new ApiError(response.code as ApiErrorCode))
    else if ('bug' in response) pending.reject(new Error(response.bug))
    else pending.reject(new AnswerLost('the database was away'))
  }
}
