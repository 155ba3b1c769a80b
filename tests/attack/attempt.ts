// The context of an attempt: attackers with accounts of their own, a victim, and raw connections.
import assert from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { StoreClient } from '../client/store-client.ts'
import { takePhoto } from '../purchase-flow/photo.ts'

export interface Attempt {
  readonly name: string
  /** Throws when the attack succeeds. */
  readonly run: (target: Target) => Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: an attacker reads whatever the server says
type Body = any

export interface Answer {
  readonly status: number
  readonly body: Body
  readonly text: string
  readonly headers: Headers
}

export interface Person {
  readonly email: string
  readonly token: string
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  credits(): Promise<number>
  /** Sends a whole file by the tus protocol; the id of the upload. */
  upload(bytes: Buffer, name: string, type: string): Promise<string>
}

export interface Target {
  readonly address: string
  readonly attacker: Person
  readonly victim: Person
  /** What belongs to the victim: a project, an asset, a running session. */
  readonly loot: { readonly projectId: string; readonly assetId: string; readonly templateId: string }
  readonly templates: readonly { templateId: string; templatePrice: number }[]
  /** A new account with 500 credits. */
  newPerson(): Promise<Person>
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Sends bytes as they are over a connection of its own, and answers all that came back within `ms`. */
  raw(bytes: string | Buffer, ms?: number): Promise<string>
  requests(): number
}

export const password = 'a-long-passphrase-of-mine'

/** Whether the store trusts X-Forwarded-For: prices follow the country of an address, and this one is in India. */
export async function readsForwardedAddress(store: string): Promise<boolean> {
  const answer = await fetch(new URL('/api/geo', store), { headers: { 'x-forwarded-for': '49.36.0.1' } })
  return ((await answer.json()) as { isIndianUser: boolean }).isIndianUser
}

export async function openTarget(address: string): Promise<Target> {
  let requests = 0
  async function send(method: string, path: string, body: unknown, headers: Record<string, string>): Promise<Answer> {
    requests++
    const isPlain = typeof body === 'string' || Buffer.isBuffer(body)
    const response = await fetch(new URL(path, address), {
      method,
      redirect: 'manual',
      headers: { ...(body !== undefined && !isPlain && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: isPlain ? (body as string) : JSON.stringify(body) }),
      // Ends what hangs; a machine under load may take its time.
      signal: AbortSignal.timeout(120_000),
    })
    const text = await response.text()
    return { status: response.status, text, headers: response.headers, body: parse(text) }
  }

  async function newPerson(): Promise<Person> {
    const from = { 'x-forwarded-for': `9.${randomInt(1, 254)}.${randomInt(1, 254)}.${randomInt(1, 254)}` }
    const email = `a${randomUUID().slice(0, 12)}@example.org`
    const client = new StoreClient({ baseUrl: address, headers: from, onAttempt: () => requests++ })
    await client.register(email, password, `+9198${randomInt(10_000_000, 99_999_999)}`)
    const token = client.token ?? ''
    const call = (method: string, path: string, body?: unknown, headers = {}) =>
      send(method, path, body, { ...from, authorization: `Bearer ${token}`, ...headers })
    return {
      email,
      token,
      call,
      credits: async () => (await call('GET', '/api/profile')).body.credits,
      async upload(bytes, name, type) {
        const sent = await client.send(bytes, name, type)
        assert.ok(typeof sent === 'string', `the upload was refused: ${JSON.stringify(sent)}`)
        return sent
      },
    }
  }

  const templates = (await send('GET', '/api/templates', undefined, {})).body
  const victim = await newPerson()
  const attacker = await newPerson()
  const [template] = templates
  const uploadId = await victim.upload(await takePhoto(), 'private.jpg', 'image/jpeg')
  const asset = await victim.call('POST', '/api/assets', { uploadId })
  assert.equal(asset.status, 201, asset.text)
  const project = await victim.call('POST', '/api/projects', { templateId: template.templateId })
  assert.ok(project.body.projectId, project.text)
  return {
    address,
    attacker,
    victim,
    templates,
    loot: { projectId: project.body.projectId, assetId: asset.body.assetId, templateId: template.templateId },
    newPerson,
    call: (method, path, body, headers = {}) => send(method, path, body, headers),
    raw: (bytes, ms = 3000) => {
      requests++
      return exchange(address, bytes, ms)
    },
    requests: () => requests,
  }
}

function exchange(address: string, bytes: string | Buffer, ms: number): Promise<string> {
  const { hostname, port } = new URL(address)
  return new Promise((done) => {
    let heard = ''
    const socket = connect(Number(port), hostname)
    const end = () => {
      clearTimeout(timer)
      socket.destroy()
      done(heard)
    }
    const timer = setTimeout(end, ms)
    socket.on('data', (chunk) => (heard += chunk.toString('latin1')))
    socket.on('close', end).on('error', end)
    socket.write(bytes)
  })
}

function parse(text: string): Body {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Each of these statuses means that the store understood and refused the request. */
export function assertRejected(answer: Answer, ...statuses: number[]): void {
  const accepted = statuses.length > 0 ? statuses : [400, 401, 403, 404, 405, 409, 410, 413, 415, 422, 429]
  assert.ok(accepted.includes(answer.status), `answered ${answer.status}: ${answer.text.slice(0, 300)}`)
}
