// Uploads an import package: each file by resumable upload, many small ones as one archive.
import { t } from '@lingui/core/macro'
import { ApiResponseError } from '../../api/api.ts'
import { loadPart } from '../../api/load-part.ts'
import { sendFile } from '../../api/send-file.ts'

/** A chosen file and its path in the package. */
export interface PackageFile {
  readonly path: string
  readonly file: File
}

export interface SentFile {
  readonly uploadId: string
  readonly path: string
}

/** The limit of simultaneous uploads per account, minus a few for other uploads. */
const MAX_FILES = 12
/** Packing happens in memory. */
const MAX_PACKED_BYTES = 300_000_000
const MAX_PACKAGE_BYTES = 600_000_000
const MAX_UPLOAD_BYTES = 500 * 1024 * 1024

/** Why these files cannot be uploaded; undefined when they can. */
export function findPackageProblem(files: readonly PackageFile[]): string | undefined {
  const total = files.reduce((sum, { file }) => sum + file.size, 0)
  if (files.some(({ file }) => file.size > MAX_UPLOAD_BYTES)) return t`One of the files is larger than 500 MB.`
  if (total > MAX_PACKAGE_BYTES) return t`Together the files are larger than 600 MB.`
  if (files.length > MAX_FILES && total > MAX_PACKED_BYTES)
    return t`There are too many large files to upload one by one. Please put them into one zip archive and choose that.`
  return undefined
}

/** Uploads the files. `onPercent` receives the uploaded share of all bytes. Rejects with `ApiResponseError`. */
export async function sendPackage(
  files: readonly PackageFile[],
  onPercent: (percent: number) => void,
  signal: AbortSignal,
): Promise<SentFile[]> {
  const problem = findPackageProblem(files)
  if (problem) throw new ApiResponseError(413, 'upload-too-large', problem)
  const sending = files.length > MAX_FILES ? [await pack(files)] : files
  const total = Math.max(
    1,
    sending.reduce((sum, { file }) => sum + file.size, 0),
  )
  let sentBytes = 0
  const sent: SentFile[] = []
  for (const { path, file } of sending) {
    const onFilePercent = (percent: number) =>
      onPercent(Math.floor(((sentBytes + (file.size * percent) / 100) / total) * 100))
    // A worker detects the type, because browsers do not know most of these extensions.
    const plain = new File([file], file.name, {
      type: 'application/octet-stream',
      lastModified: file.lastModified,
    })
    sent.push({ uploadId: await sendFile(plain, onFilePercent, signal), path })
    sentBytes += file.size
  }
  return sent
}

async function pack(files: readonly PackageFile[]): Promise<PackageFile> {
  const { zip } = await loadPart(() => import('fflate'))
  const contents: Record<string, Uint8Array> = {}
  for (const { path, file } of files) contents[path] = new Uint8Array(await file.arrayBuffer())
  // Images and videos are already compressed: storing them is as small and much faster.
  const bytes = await new Promise<Uint8Array>((resolve, reject) =>
    zip(contents, { level: 0 }, (error, zipped) => (error ? reject(error) : resolve(zipped))),
  )
  const newest = Math.max(...files.map(({ file }) => file.lastModified))
  const options = { type: 'application/octet-stream', lastModified: newest }
  return { path: 'package.zip', file: new File([bytes as Uint8Array<ArrayBuffer>], 'package.zip', options) }
}
