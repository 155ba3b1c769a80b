// A buyer's way through Vitrine over plain HTTP, as careful as a good browser: every request is repeated after a
// broken connection, and what must happen once carries an idempotency key.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

export interface StoreClientOptions {
  baseUrl: string
  /** How long a request may be repeated while the store does not respond. */
  patienceMs?: number
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>>
  /** Hears of every attempt: status 0 when the connection broke or the answer did not come in time. */
  onAttempt?: (attempt: Attempt) => void
}

/** One request as it was sent, and what it took until its answer was read. */
export interface Attempt {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly durationMs: number
}

export interface Answer {
  status: number
  // The wire is checked by the assertions of the caller, not by a type.
  // biome-ignore lint/suspicious/noExplicitAny: a test client reads whatever the server says
  body: any
}

export interface RenderAnswer {
  jobId: string
  status: 'queued' | 'processing' | 'completed' | 'failed' | 'cancelled'
  percent: number
  stage: string
  errorMessage: string | null
  signedUrl: string | null
  downloadUrl: string | null
  attempts: number
}

export class StoreClient {
  token: string | undefined
  /** Requests that were repeated because the connection broke or the store was unavailable. */
  repeated = 0
  readonly #baseUrl: string
  readonly #patienceMs: number
  readonly #headers: Readonly<Record<string, string>>
  readonly #onAttempt: (attempt: Attempt) => void

  constructor(options: StoreClientOptions) {
    this.#baseUrl = options.baseUrl
    this.#patienceMs = options.patienceMs ?? 60_000
    this.#headers = options.headers ?? {}
    this.#onAttempt = options.onAttempt ?? (() => {})
  }

  /** One request, repeated while the server is away; gives the first answer that the server really gave. */
  async call(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await this.fetch(path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    const text = await response.text()
    return { status: response.status, body: text ? JSON.parse(text) : undefined }
  }

  /** Like `call`, but throws unless the status is one of those expected. */
  async expect(method: string, path: string, statuses: number[], body?: unknown): Promise<Answer> {
    const answer = await this.call(method, path, body)
    if (!statuses.includes(answer.status)) {
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    }
    return answer
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const end = Date.now() + this.#patienceMs
    for (;;) {
      try {
        const { response, bytes } = await this.#attempt(path, init)
        if (response.status === 502 || response.status === 503)
          throw new Error(`the store is away (${response.status})`)
        const hasBody = response.status !== 204 && response.status !== 304
        return new Response(hasBody ? bytes : null, { status: response.status, headers: response.headers })
      } catch (error) {
        if (Date.now() > end) throw error
        this.repeated++
        await sleep(200)
      }
    }
  }

  async #attempt(path: string, init: RequestInit): Promise<{ response: Response; bytes: ArrayBuffer }> {
    const began = performance.now()
    let status = 0
    try {
      const response = await this.open(path, { ...init, signal: AbortSignal.timeout(20_000) })
      // Reading the body here makes a connection that breaks half-way count as no answer.
      const bytes = await response.arrayBuffer()
      status = response.status
      return { response, bytes }
    } finally {
      this.#onAttempt({ method: init.method ?? 'GET', path, status, durationMs: performance.now() - began })
    }
  }

  /** One request with the session, resolved when its response begins: for event streams, which are never repeated. */
  open(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers({ ...this.#headers, ...Object.fromEntries(new Headers(init.headers)) })
    if (this.token) headers.set('authorization', `Bearer ${this.token}`)
    return fetch(new URL(path, this.#baseUrl), { ...init, headers })
  }

  /** The six digits of the newest mail to an address, read from the sandbox outbox as a person would. */
  async readOtp(address: string): Promise<string> {
    const { body } = await this.expect('GET', `/sandbox/outbox.json?to=${encodeURIComponent(address)}`, [200])
    const texts: string[] = body.messages.map((message: { text: string }) => message.text)
    // A notice of a new sign-in may lie above the mail with the code.
    const code = texts.map((text) => /\b\d{6}\b/.exec(text)?.[0]).find((found) => found !== undefined)
    if (!code) throw new Error(`no code was sent to ${address}`)
    return code
  }

  /** Registers a new buyer with a verified e-mail address and signs in. */
  async register(email: string, password: string, phoneNumber = '+919800000000'): Promise<void> {
    const sent = await this.call('POST', '/api/send-email-otp', { email })
    // After a lost response the mail has already been sent and the server asks to wait: that is a success too.
    if (![200, 201, 429].includes(sent.status)) throw new Error(`no code: ${JSON.stringify(sent.body)}`)
    const verified = await this.call('POST', '/api/verify-email-otp', { email, otp: await this.readOtp(email) })
    if (verified.status !== 200 && !this.repeated) throw new Error(`not verified: ${JSON.stringify(verified.body)}`)
    await this.call('POST', '/api/register', {
      username: email.slice(0, email.indexOf('@')),
      email,
      password,
      actualName: 'Asha Kulkarni',
      phoneNumber,
      EmpFeild: 'Individual',
    })
    await this.login(email, password)
  }

  async login(email: string, password: string): Promise<void> {
    const { body } = await this.expect('POST', '/api/login', [200], { email, password, rememberMe: true })
    this.token = body.token
  }

  /** Sends a file and registers it as an asset. */
  async upload(bytes: Buffer, fileName: string, fileType: string): Promise<Answer> {
    const sent = await this.send(bytes, fileName, fileType)
    return typeof sent === 'string' ? this.call('POST', '/api/assets', { uploadId: sent }) : sent
  }

  /**
   * Sends a file by the tus protocol, resuming at the server's offset after a break. Answers the id of the upload, or the
   * refusal of it.
   */
  async send(bytes: Buffer, fileName: string, fileType: string): Promise<string | Answer> {
    const metadata = [
      ['filename', fileName],
      ['filetype', fileType],
    ]
    const created = await this.fetch('/api/uploads', {
      method: 'POST',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': String(bytes.length),
        'upload-metadata': metadata.map(([k, v]) => `${k} ${Buffer.from(v as string).toString('base64')}`).join(','),
      },
    })
    const location = created.headers.get('location')
    if (created.status !== 201 || !location) return { status: created.status, body: await created.text() }
    const path = new URL(location, this.#baseUrl).pathname
    for (let offset = 0; offset < bytes.length; ) {
      const response = await this.#sendChunk(path, bytes.subarray(offset, offset + 256 * 1024), offset)
      if (response !== undefined) offset = response
      else offset = await this.#uploadOffset(path)
    }
    return path.split('/').at(-1) ?? ''
  }

  async #sendChunk(path: string, chunk: Buffer, offset: number): Promise<number | undefined> {
    const response = await this.fetch(path, {
      method: 'PATCH',
      body: new Uint8Array(chunk),
      headers: {
        'tus-resumable': '1.0.0',
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
    })
    return response.status === 204 ? Number(response.headers.get('upload-offset')) : undefined
  }

  async #uploadOffset(path: string): Promise<number> {
    const response = await this.fetch(path, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } })
    if (response.status !== 200) throw new Error(`the upload is gone (${response.status})`)
    return Number(response.headers.get('upload-offset'))
  }

  /** Requests a render and waits for its end. */
  async render(projectId: string, kind: 'preview' | 'full', idempotencyKey = randomUUID()): Promise<RenderAnswer> {
    const asked = await this.expect('POST', '/api/renders', [200, 202], { projectId, kind, idempotencyKey })
    return this.waitForRender(asked.body.jobId)
  }

  async waitForRender(jobId: string, patienceMs = 240_000): Promise<RenderAnswer> {
    const end = Date.now() + patienceMs
    for (;;) {
      const { body } = await this.expect('GET', `/api/renders/${jobId}`, [200])
      if (body.status === 'completed' || body.status === 'failed' || body.status === 'cancelled') return body
      if (Date.now() > end) throw new Error(`render ${jobId} stays ${body.status} at ${body.percent} %`)
      await sleep(250)
    }
  }
}
