// The import form: one of four methods, its files and settings.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ImportSettings } from '@vitrine/contract/publishing'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiResponseError } from '../../api/api.ts'
import { errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { CheckboxField, SelectField, TextField } from '../../ui/field.tsx'
import { ProgressBar } from '../../ui/indicator.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import {
  FileChoice,
  FolderChoice,
  findPackageProblem,
  type PackageFile,
  type SentFile,
  sendPackage,
} from './package-files.tsx'
import { publishingApi } from './publishing-api.ts'

type Way = 'package' | 'video' | 'image' | 'ready-made'

const listWays = (): readonly { value: Way; label: string; note: string }[] => [
  {
    value: 'package',
    label: t`Animation or package`,
    note: t`A Bodymovin or Lottie file, a .lottie or .zip archive, or a folder with images, fonts and template.json`,
  },
  {
    value: 'video',
    label: t`Video and overlay`,
    note: t`A video with a green screen or transparency, and an overlay`,
  },
  {
    value: 'image',
    label: t`Image overlay`,
    note: t`An image with a transparent area where the customer’s photo shows through`,
  },
  { value: 'ready-made', label: t`Ready-made`, note: t`A video or image that is sold as it is` },
]

type PackageFormProps = { templateId: string | undefined; onRequested: (importId: string) => void }

export function PackageForm({ templateId, onRequested }: PackageFormProps) {
  const [way, setWay] = useState<Way>('package')
  const [files, setFiles] = useState<readonly PackageFile[]>([])
  const [settings, setSettings] = useState<ImportSettings>({})
  const [name, setName] = useState('')
  const { percent, error, send, cancel } = useSending(onRequested)
  const isSending = percent !== undefined
  const problem = error ?? (files.length > 0 ? findPackageProblem(files) : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const destination = { name: name.trim() || findPackageName(files), templateId }
    void send(files, { ...destination, settings: { ...settings, ...(name.trim() && { name: name.trim() }) } })
  }
  const choose = (chosen: readonly PackageFile[], more: ImportSettings) => {
    setFiles(chosen)
    setSettings({ ...settings, ...more })
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-8">
      <Ways
        way={way}
        onWay={(next) => {
          setWay(next)
          setFiles([])
          setSettings({})
        }}
      />
      <fieldset disabled={isSending} className="flex flex-col gap-5">
        <legend className="sr-only">
          <Trans>Files</Trans>
        </legend>
        {way === 'package' && <PackageFields files={files} settings={settings} onChange={choose} />}
        {way === 'video' && <VideoFields files={files} settings={settings} onChange={choose} />}
        {way === 'image' && <ImageFields files={files} settings={settings} onChange={choose} />}
        {way === 'ready-made' && (
          <FileChoice
            label={t`Video or image`}
            hint={t`It is never public: only its watermarked preview is`}
            accept="video/*,image/*"
            files={files}
            onChoose={(chosen) => choose(chosen, { video: chosen[0]?.path, screen: 'none' })}
          />
        )}
        {templateId === undefined && (
          <TextField
            label={t`Name`}
            hint={t`If empty, the file name is used. You can change it later.`}
            maxLength={120}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </fieldset>
      {problem && (
        <p role="alert" className="text-bad">
          {problem}
        </p>
      )}
      {isSending ? (
        <div className="flex flex-col gap-3">
          <p className="text-caption text-muted">
            <Trans>Uploading, {percent}%. If the connection is lost, the upload resumes where it stopped.</Trans>
          </p>
          <ProgressBar percent={percent} label={t`Uploading the files`} />
          <Button variant="secondary" className="self-start" onClick={cancel}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      ) : (
        <Button
          type="submit"
          className="self-start"
          disabled={files.length === 0 || findPackageProblem(files) !== undefined}
        >
          <Trans>Upload and import</Trans>
        </Button>
      )}
      <LeaveGuard
        isHolding={isSending}
        title={t`Your files are still uploading`}
        leaveLabel={t`Leave and stop the upload`}
      >
        <Trans>Leaving stops the upload. Choose the same files again to resume it.</Trans>
      </LeaveGuard>
    </form>
  )
}

function findPackageName([first]: readonly PackageFile[]): string {
  const [top = 'Template'] = first?.path.split('/') ?? []
  return top.replace(/\.[a-z0-9]+$/i, '').slice(0, 120) || 'Template'
}

/**
 * The upload's progress, with functions to start and stop it. Leaving the page stops it; choosing the same files again
 * resumes it.
 */
function useSending(onRequested: (importId: string) => void) {
  const [percent, setPercent] = useState<number>()
  const [error, setError] = useState<string>()
  const leaving = useRef<AbortController>(undefined)
  /** Uploaded, but the request had no response: another click repeats the same import. */
  const unanswered = useRef<{ files: readonly PackageFile[]; sent: SentFile[] }>(undefined)
  useEffect(() => () => leaving.current?.abort(), [])
  const send = async (
    files: readonly PackageFile[],
    request: { name: string; templateId: string | undefined; settings: ImportSettings },
  ) => {
    const stopping = new AbortController()
    leaving.current = stopping
    setError(undefined)
    setPercent(0)
    try {
      const isAgain = unanswered.current?.files === files
      const sent = (isAgain && unanswered.current?.sent) || (await sendPackage(files, setPercent, stopping.signal))
      unanswered.current = { files, sent }
      const { importId } = await publishingApi.requestImport({ ...request, files: sent })
      onRequested(importId)
    } catch (caught) {
      if (caught instanceof ApiResponseError && caught.status > 0 && caught.status < 500) unanswered.current = undefined
      setError(errorText(caught, t`The files could not be uploaded. Please try again.`))
    }
    setPercent(undefined)
  }
  const cancel = () => {
    leaving.current?.abort()
    setPercent(undefined)
  }
  return { percent, error, send, cancel }
}

function Ways({ way, onWay }: { way: Way; onWay: (way: Way) => void }) {
  return (
    <RadioCards label={t`Start with`} choices={listWays()} value={way} onValue={onWay} className="sm:grid-cols-2" />
  )
}

type FieldsProps = {
  files: readonly PackageFile[]
  settings: ImportSettings
  onChange: (files: readonly PackageFile[], settings: ImportSettings) => void
}

function PackageFields({ files, settings, onChange }: FieldsProps) {
  const choose = (chosen: readonly PackageFile[]) => onChange(chosen, {})
  return (
    <>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <FileChoice
          label={t`Files`}
          hint={t`Choose them or drop them here`}
          accept=".json,.lottie,.zip,image/*,video/*,audio/*,.ttf,.otf"
          isMany
          files={files}
          onChoose={choose}
        />
        <FolderChoice label={t`Or a folder`} onChoose={choose} />
      </div>
      <CheckboxField
        label={t`Use layer names: layers called “Photo 1”, “Your Text”, “Logo” or “Placeholder” become fields`}
        checked={settings.layerNames ?? false}
        onChange={({ target }) => onChange(files, { layerNames: target.checked })}
      />
      <CheckboxField
        label={t`Make every text and picture editable`}
        checked={settings.autoFields ?? false}
        onChange={({ target }) => onChange(files, { autoFields: target.checked })}
      />
      <details>
        <summary className="rounded-control text-plum underline underline-offset-4">
          <Trans>More about the files</Trans>
        </summary>
        <div className="mt-4 grid grid-cols-1 gap-5 sm:grid-cols-2">
          <TextField
            label={t`Background of a transparent animation`}
            hint={t`A colour such as #1a1a4d; white if empty`}
            placeholder="#ffffff"
            pattern="#[0-9a-fA-F]{6}"
            value={settings.background ?? ''}
            onChange={({ target }) => onChange(files, { background: target.value || undefined })}
          />
          <TextField
            label={t`Licence of its fonts`}
            hint={t`Such as OFL-1.1`}
            value={settings.fontLicense ?? ''}
            onChange={({ target }) => onChange(files, { fontLicense: target.value || undefined })}
          />
        </div>
      </details>
    </>
  )
}

function VideoFields({ files, settings, onChange }: FieldsProps) {
  const video = files.filter(({ path }) => path === settings.video)
  const overlay = files.filter(({ path }) => path === settings.overlay)
  return (
    <>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <FileChoice
          label={t`Video`}
          hint={t`With a green or blue screen, or with transparency of its own (ProRes 4444)`}
          accept="video/*"
          files={video}
          onChoose={(chosen) => onChange([...chosen, ...overlay], { video: chosen[0]?.path, screen: 'green' })}
        />
        <FileChoice
          label={t`Overlay (optional)`}
          hint={t`A PNG on top of everything`}
          accept="image/png,image/webp"
          files={overlay}
          onChoose={(chosen) => onChange([...video, ...chosen], { overlay: chosen[0]?.path })}
        />
      </div>
      <PlaceField settings={settings} onChange={(place) => onChange(files, { place: place || undefined })} />
    </>
  )
}

function ImageFields({ files, settings, onChange }: FieldsProps) {
  return (
    <>
      <FileChoice
        label={t`Overlay`}
        hint={t`A PNG or WebP whose transparent part shows the customer’s photo`}
        accept="image/png,image/webp"
        files={files}
        onChoose={(chosen) => onChange(chosen, { overlay: chosen[0]?.path })}
      />
      <PlaceField settings={settings} onChange={(place) => onChange(files, { place: place || undefined })} />
    </>
  )
}

const places = () => ({
  '': t`The whole canvas`,
  '9:16': t`Portrait, 9:16, centred`,
  '16:9': t`Landscape, 16:9, centred`,
  '1:1': t`Square, centred`,
})

function PlaceField({ settings, onChange }: Pick<FieldsProps, 'settings'> & { onChange: (place: string) => void }) {
  return (
    <SelectField
      label={t`Area of the customer’s picture`}
      value={settings.place ?? ''}
      onChange={({ target }) => onChange(target.value)}
    >
      {Object.entries(places()).map(([place, label]) => (
        <option key={place} value={place}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}
