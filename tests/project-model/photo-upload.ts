// How photos of the project model are sent: by the client that browsers use, over the network and the storage of a page of the
// model. It sends in two parts, so that a network, page or server can be lost between them.
import { randomUUID } from 'node:crypto'
import type { sendFileAs } from '../../apps/web/app/api/send-file.ts'
import { never, type Realm } from './clock.ts'
import type { ServerAnswer } from './server.ts'

type UploadOptions = NonNullable<Parameters<typeof sendFileAs>[1]>
type HttpRequest = ReturnType<NonNullable<UploadOptions['httpStack']>['createRequest']>

/** One request of a page; rejects where no answer comes. */
export type Exchange = (request: {
  method: string
  path: string
  body?: unknown
  headers: Record<string, string>
}) => Promise<ServerAnswer>

/** What the client has in a browser, and lacks in Node. `follow` notes work that a quiet page has ended. */
export function uploadOptions(
  realm: Realm,
  exchange: Exchange,
  follow: <T>(work: Promise<T>) => Promise<T>,
): UploadOptions {
  return {
    chunkSize: 700,
    fingerprint: async ({ name, size }) => `${name} ${size}`,
    urlStorage: createUrlStorage(realm),
    fileReader: {
      openFile: async (file: File) => ({
        size: file.size,
        slice: async (start: number, end: number) => ({ value: file.slice(start, end), done: end >= file.size }),
        close: () => undefined,
      }),
    },
    httpStack: {
      getName: () => 'project model',
      createRequest: (method, path) =>
        createUploadRequest(method, path, async ({ body, ...request }) => {
          if (!(body instanceof Blob)) return exchange(request)
          const bytes = Buffer.from(await follow(body.arrayBuffer()))
          return realm.isAlive ? exchange({ ...request, body: bytes }) : never()
        }),
    },
  }
}

function createUploadRequest(method: string, path: string, exchange: Exchange): HttpRequest {
  const headers: Record<string, string> = {}
  let isAborted = false
  return {
    getMethod: () => method,
    getURL: () => path,
    setHeader(name: string, value: string) {
      headers[name.toLowerCase()] = String(value)
    },
    getHeader: (name: string) => headers[name.toLowerCase()],
    setProgressHandler: () => undefined,
    async send(body: unknown) {
      const answer = await exchange({ method, path, body, headers })
      if (isAborted) return never()
      return {
        getStatus: () => answer.status,
        getHeader: (name: string) => answer.headers[name.toLowerCase()],
        getBody: () => JSON.stringify(answer.body),
        getUnderlyingObject: () => answer,
      }
    },
    async abort() {
      isAborted = true
    },
    getUnderlyingObject: () => undefined,
  }
}

/** In the local storage of the page's browser, as the client keeps it. */
function createUrlStorage({ localStorage }: Realm): NonNullable<UploadOptions['urlStorage']> {
  const find = (prefix: string) =>
    [...localStorage].filter(([key]) => key.startsWith(prefix)).map(([, upload]) => JSON.parse(upload))
  return {
    findAllUploads: async () => find('tus::'),
    findUploadsByFingerprint: async (fingerprint) => find(`tus::${fingerprint}::`),
    async removeUpload(key) {
      localStorage.delete(key)
    },
    async addUpload(fingerprint, upload) {
      const key = `tus::${fingerprint}::${randomUUID()}`
      localStorage.set(key, JSON.stringify({ ...upload, urlStorageKey: key }))
      return key
    },
  }
}
