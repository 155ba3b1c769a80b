// Chooses files by button or drop, and lists them.
import { t } from '@lingui/core/macro'
import FolderOpen from 'lucide-react/icons/folder-open'
import Upload from 'lucide-react/icons/upload'
import { type ReactElement, useId, useRef, useState } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { coveringInput, fileLabel } from '../../ui/chip.tsx'
import { classNames } from '../../ui/class-names.ts'
import { sizeText } from './label.ts'
import type { PackageFile } from './send-package.ts'

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
