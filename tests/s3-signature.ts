// Checks the signature of a request to the S3 store of tests (AWS Signature Version 4, in the header or the address).
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export interface Keys {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const DATE = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/
const MAX_SKEW_MS = 15 * 60 * 1000
const MAX_LIFE_SECONDS = 7 * 24 * 60 * 60

interface Signed {
  readonly credential: string
  readonly signedHeaders: string
  readonly signature: string
  readonly date: string
  readonly payloadHash: string
}

/** The code of the error that S3 would answer; undefined for a request that was signed with these keys and is in time. */
export function findSignatureFault(request: IncomingMessage, body: Buffer, keys: Keys): string | undefined {
  const url = new URL(request.url ?? '/', 'http://store')
  const isInAddress = url.searchParams.has('X-Amz-Signature')
  const signed = isInAddress ? readAddress(url) : readHeader(request)
  if (!signed) return 'AccessDenied'
  const [accessKeyId, day = '', region = '', service = '', end = ''] = signed.credential.split('/')
  if (accessKeyId !== keys.accessKeyId) return 'InvalidAccessKeyId'
  const [, year, month, date, hour, minute, second] = DATE.exec(signed.date) ?? []
  const at = Date.UTC(Number(year), Number(month) - 1, Number(date), Number(hour), Number(minute), Number(second))
  if (Number.isNaN(at) || !signed.date.startsWith(day) || service !== 's3' || end !== 'aws4_request') {
    return 'AuthorizationHeaderMalformed'
  }
  const lifeMs = isInAddress ? Number(url.searchParams.get('X-Amz-Expires')) * 1000 : MAX_SKEW_MS
  if (!(lifeMs > 0 && lifeMs <= MAX_LIFE_SECONDS * 1000)) return 'AuthorizationQueryParametersError'
  if (Date.now() > at + lifeMs || at > Date.now() + MAX_SKEW_MS)
    return isInAddress ? 'AccessDenied' : 'RequestTimeTooSkewed'
  if (/^[0-9a-f]{64}$/.test(signed.payloadHash) && signed.payloadHash !== sha256(body)) {
    return 'XAmzContentSHA256Mismatch'
  }
  const canonical = canonicalRequest(request, url, signed)
  const text = `AWS4-HMAC-SHA256\n${signed.date}\n${day}/${region}/s3/aws4_request\n${sha256(canonical)}`
  let key: Buffer = Buffer.from(`AWS4${keys.secretAccessKey}`)
  for (const part of [day, region, 's3', 'aws4_request']) key = hmac(key, part)
  const right = hmac(key, text)
  const given = Buffer.from(signed.signature, 'hex')
  return given.length === right.length && timingSafeEqual(given, right) ? undefined : 'SignatureDoesNotMatch'
}

function readAddress({ searchParams: query }: URL): Signed {
  return {
    credential: query.get('X-Amz-Credential') ?? '',
    signedHeaders: query.get('X-Amz-SignedHeaders') ?? '',
    signature: query.get('X-Amz-Signature') ?? '',
    date: query.get('X-Amz-Date') ?? '',
    payloadHash: 'UNSIGNED-PAYLOAD',
  }
}

function readHeader({ headers }: IncomingMessage): Signed | undefined {
  const [, credential, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (!credential || !signedHeaders || !signature) return undefined
  const date = String(headers['x-amz-date'] ?? '')
  return { credential, signedHeaders, signature, date, payloadHash: String(headers['x-amz-content-sha256'] ?? '') }
}

function canonicalRequest(request: IncomingMessage, url: URL, signed: Signed): string {
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  const headers = signed.signedHeaders
    .split(';')
    .map(
      (name) =>
        `${name}:${String(request.headers[name] ?? '')
          .trim()
          .replace(/ +/g, ' ')}\n`,
    )
    .join('')
  const path = (request.url ?? '/').split('?', 1)[0]
  return [request.method, path, query, headers, signed.signedHeaders, signed.payloadHash].join('\n')
}

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()
