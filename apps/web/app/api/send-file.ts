// Uploads one file by the resumable tus protocol. Continues after a lost network and after a reload.
import type { UploadOptions } from 'tus-js-client'
import { ApiResponseError, networkErrorMessage, toApiError } from './api.ts'
import { loadPart } from './load-part.ts'
import { findToken } from './token.ts'

/** Uploads one file. `onPercent` reports progress; rejects with an error whose message can be shown. */
export type SendFile = (file: File, onPercent: (percent: number) => void, signal: AbortSignal) => Promise<string>

/** The reason of an abort that also deletes the received bytes on the server; without it the upload can be resumed. */
export const uploadCancelled = 'given up'

const endpoint = '/api/uploads'
const retryDelaysMs = [0, 1000, 3000, 5000, 10_000, 20_000]

/** Loaded separately: most sessions only edit text. */
export const loadProtocol = () => import('tus-js-client')

/** Uploads a file as the signed-in user and resolves with the id of its upload. Rejects with `ApiResponseError`. */
export const sendFile: SendFile = (...order) => sendFileAs(findToken)(...order)

/** The same as one account, even if another one signs in meanwhile. `options` are for uploads outside a browser. */
export const sendFileAs =
  (findOwnToken: () => string | undefined, options: Partial<UploadOptions> = {}): SendFile =>
  async (file, onPercent, signal) => {
    const { Upload, DetailedError } = await loadPart(loadProtocol)
    return new Promise<string>((resolve, reject) => {
      const upload = new Upload(file, {
        endpoint,
        retryDelays: retryDelaysMs,
        removeFingerprintOnSuccess: true,
        ...options,
        metadata: { filename: file.name, filetype: file.type || 'application/octet-stream' },
        onBeforeRequest(request) {
          const token = findOwnToken()
          if (token) request.setHeader('Authorization', `Bearer ${token}`)
        },
        onProgress: (sent, total) => onPercent(total > 0 ? Math.floor((sent / total) * 100) : 0),
        onSuccess: () => resolve(upload.url?.split('/').at(-1) ?? ''),
        onError(error) {
          const response = error instanceof DetailedError ? error.originalResponse : null
          reject(
            response
              ? toApiError(response.getStatus(), readBody(response.getBody()))
              : new ApiResponseError(0, 'network', networkErrorMessage()),
          )
        },
      })
      signal.addEventListener(
        'abort',
        () => void upload.abort(signal.reason === uploadCancelled).catch(() => undefined),
        {
          once: true,
        },
      )
      void upload.findPreviousUploads().then(([previous]) => {
        if (signal.aborted) return
        if (previous) upload.resumeFromPreviousUpload(previous)
        upload.start()
      })
    })
  }

/** Undefined for a body that is not JSON, such as the error page of a proxy. */
function readBody(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
