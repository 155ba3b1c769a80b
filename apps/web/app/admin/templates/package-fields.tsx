// The inputs of each way to import a template.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ImportSettings } from '@vitrine/contract/publishing'
import { CheckboxField, SelectField, TextField } from '../../ui/field.tsx'
import { FileChoice, FolderChoice } from './file-choice.tsx'
import type { PackageFile } from './send-package.ts'

type FieldsProps = {
  files: readonly PackageFile[]
  settings: ImportSettings
  onChange: (files: readonly PackageFile[], settings: ImportSettings) => void
}

export function PackageFields({ files, settings, onChange }: FieldsProps) {
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

export function VideoFields({ files, settings, onChange }: FieldsProps) {
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

export function ImageFields({ files, settings, onChange }: FieldsProps) {
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
