// The files of an import package: chosen by button or drop, and uploaded, each by a resumable upload, many small ones
// as one archive.
import { t } from '@lingui/core/macro'
import FolderOpen from 'lucide-react/icons/folder-open'
import Upload from 'lucide-react/icons/upload'
import { type ReactElement, useId, useRef, useState } from 'react'
import { ApiResponseError } from '../../api/api.ts'
import { loadPart } from '../../api/load-part.ts'
import { sendFile } from '../../api/send-file.ts'
import { buttonClass } from '../../ui/button.tsx'
import { coveringInput, fileLabel } from '../../ui/chip.tsx'
import { classNames } from '../../ui/class-names.ts'
import { sizeText } from './label.ts'

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

/** Hidden files that systems leave in folders. */
const isHidden = (path: string) => path.split('/').some((step) => /^\.|^__MACOSX$/.test(step))

function listPackageFiles(files: FileList | null): PackageFile[] {
  const found = [...(files ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file }))
  return found.filter(({ path }) => !isHidden(path))
}

type FileChoiceProps = {
  label: string
  hint?: string
  accept: string
  isMany?: boolean
  files: readonly PackageFile[]
  onChoose: (files: PackageFile[]) => void
}

export function FileChoice({ label, hint, accept, isMany, files, onChoose }: FileChoiceProps) {
  const [isOver, setIsOver] = useState(false)
  return (
    <Choice
      label={label}
      hint={hint}
      icon={<Upload aria-hidden="true" size={17} />}
      isOver={isOver}
      chosen={files}
      onDragOver={setIsOver}
      onDrop={(dropped) => onChoose(isMany ? dropped : dropped.slice(0, 1))}
      input={(id, describedBy) => (
        <input
          id={id}
          type="file"
          accept={accept}
          multiple={isMany}
          aria-describedby={describedBy}
          onChange={({ target }) => onChoose(listPackageFiles(target.files))}
          className={coveringInput}
        />
      )}
    />
  )
}

/** Chooses a whole folder. Not every phone supports it. */
export function FolderChoice({ label, onChoose }: { label: string; onChoose: (files: PackageFile[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <Choice
      label={label}
      hint={t`With data.json, images/, fonts/ and template.json`}
      icon={<FolderOpen aria-hidden="true" size={17} />}
      isOver={false}
      chosen={[]}
      input={(id, describedBy) => (
        <input
          id={id}
          ref={(element) => {
            input.current = element
            // React has no prop for this attribute.
            element?.setAttribute('webkitdirectory', '')
          }}
          type="file"
          aria-describedby={describedBy}
          onChange={({ target }) => onChoose(listPackageFiles(target.files))}
          className={coveringInput}
        />
      )}
    />
  )
}

type ChoiceProps = {
  label: string
  hint: string | undefined
  icon: ReactElement
  isOver: boolean
  chosen: readonly PackageFile[]
  onDragOver?: (isOver: boolean) => void
  onDrop?: (files: PackageFile[]) => void
  input: (id: string, describedBy: string) => ReactElement
}

function Choice({ label, hint, icon, isOver, chosen, onDragOver, onDrop, input }: ChoiceProps) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the input inside is the first.
    <div
      onDragOver={(event) => {
        if (!onDrop) return
        event.preventDefault()
        onDragOver?.(true)
      }}
      onDragLeave={() => onDragOver?.(false)}
      onDrop={(event) => {
        if (!onDrop) return
        event.preventDefault()
        onDragOver?.(false)
        onDrop(listPackageFiles(event.dataTransfer.files))
      }}
      className={classNames(
        'flex flex-col gap-3 rounded-card border border-dashed p-4',
        isOver ? 'border-marigold bg-well' : 'border-edge',
      )}
    >
      <div className="flex flex-wrap items-center gap-3">
        <label htmlFor={id} className={classNames(buttonClass({ variant: 'secondary', size: 'small' }), fileLabel)}>
          {input(id, `${id}-words`)}
          {icon}
          <span>{label}</span>
        </label>
      </div>
      <div id={`${id}-words`} className="text-caption text-muted">
        {chosen.length === 0 ? hint : <Chosen files={chosen} />}
      </div>
    </div>
  )
}

const maxListed = 6

function Chosen({ files }: { files: readonly PackageFile[] }) {
  const size = sizeText(files.reduce((sum, { file }) => sum + file.size, 0))
  const more = files.length - maxListed
  return (
    <>
      <ul>
        {files.slice(0, maxListed).map(({ path }) => (
          <li key={path} className="break-all text-ink">
            {path}
          </li>
        ))}
      </ul>
      <p className="tabular-nums">{more > 0 ? t`and ${more} more, ${size}` : size}</p>
    </>
  )
}
