// A passkey in software: it answers registrations and sign-ins as an authenticator does (Web Authentication level 3, §6), with a
// key pair of ES256 and a signature counter.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

interface PasskeyRequest {
  readonly options: { readonly challenge: string }
  readonly origin?: string
  /** The relying party that the browser checked. */
  readonly host?: string
  readonly isVerified?: boolean
}

export class PasskeyForTest {
  readonly id = randomBytes(32)
  counter = 0
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })

  /** The browser's message for registering it. */
  register({ options, origin = 'http://localhost', host = 'localhost', isVerified = true }: PasskeyRequest) {
    const clientData = describeClient('webauthn.create', options.challenge, origin)
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' })
    // RFC 9053 §2.1 and §7.1.1: EC2 key for ES256 on P-256.
    const coseKey = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    )
    const idLength = Buffer.from([this.id.length >> 8, this.id.length & 255])
    const credential = Buffer.concat([Buffer.alloc(16), idLength, this.id, coseKey])
    const authData = Buffer.concat([this.describe(host, 0x41 | (isVerified ? 4 : 0)), credential])
    const attestationObject = isoCBOR.encode(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]) as never,
    )
    return {
      ...this.describeCredential(),
      response: {
        clientDataJSON: base64url(clientData),
        attestationObject: base64url(attestationObject),
        transports: ['internal'],
      },
    }
  }

  /** The browser's message for signing in with it. */
  answer({ options, origin = 'http://localhost', host = 'localhost', isVerified = true }: PasskeyRequest) {
    this.counter++
    const clientData = describeClient('webauthn.get', options.challenge, origin)
    const authData = this.describe(host, 1 | (isVerified ? 4 : 0))
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.keys.privateKey)
    return {
      ...this.describeCredential(),
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authData),
        signature: base64url(signature),
      },
    }
  }

  private describeCredential() {
    const id = base64url(this.id)
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {} }
  }

  private describe(host: string, flags: number): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    return Buffer.concat([sha256(host), Buffer.from([flags]), counter])
  }
}

function describeClient(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}
