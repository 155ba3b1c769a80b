// One field in edit mode: label, limits, accepted kinds, default.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { FieldRevision } from '@vitrine/contract/publishing'
import type { AudioField, Field, MediaField, PointField, SliderField } from '@vitrine/document/field'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Music from 'lucide-react/icons/music'
import Trash2 from 'lucide-react/icons/trash-2'
import Upload from 'lucide-react/icons/upload'
import { type ReactNode, useId } from 'react'
import type { KnownAsset } from '../../editor/project/asset-library.ts'
import { Button, buttonClass, IconButton } from '../../ui/button.tsx'
import { coveringInput, fileLabel } from '../../ui/chip.tsx'
import { classNames } from '../../ui/class-names.ts'
import { controlClass } from '../../ui/control.tsx'
import { CheckboxField, Field as LabelledField, NumberField, SelectField, TextField } from '../../ui/field.tsx'
import { Badge, ProgressBar } from '../../ui/indicator.tsx'
import { type DefaultFile, findFieldProblem } from './field-draft.ts'

function kindText(field: Field): string {
  if (field.type === 'media') return acceptLabels()[toAcceptChoice(field)]
  const { type } = field
  return {
    text: t`Text`,
    color: t`Colour`,
    toggle: t`Switch`,
    choice: t`Choice`,
    slider: t`Slider`,
    point: t`Position`,
    audio: t`Audio`,
  }[type]
}

const acceptLabels = () => ({ image: t`Photo`, video: t`Video`, both: t`Photo or video` })

function toAcceptChoice({ accept }: Extract<Field, { type: 'media' }>): 'image' | 'video' | 'both' {
  return accept.length > 1 ? 'both' : (accept[0] ?? 'both')
}

type FieldCardProps = {
  field: Field
  isNew: boolean
  /** The template is an image, which cannot contain videos. */
  isPicture: boolean
  arriving: DefaultFile | undefined
  findFile: FindFile
  onRevise: (change: Partial<FieldRevision>) => void
  onFile: (file: File) => void
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  onRemove: (() => void) | undefined
  /** Controls that only new fields have. */
  children?: ReactNode
}

export function FieldCard({ field, isNew, onUp, onDown, onRemove, children, ...rest }: FieldCardProps) {
  const { onRevise } = rest
  const name = field.label.trim() || t`the field`
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center justify-between gap-3">
        <p className="flex min-w-0 flex-wrap items-center gap-2">
          <span className="font-medium break-words">{field.label}</span>
          <Badge>{kindText(field)}</Badge>
          {isNew && (
            <Badge tone="good">
              <Trans>New</Trans>
            </Badge>
          )}
        </p>
        <div className="flex">
          <IconButton label={t`Move ${name} up`} disabled={!onUp} onClick={onUp}>
            <ArrowUp aria-hidden="true" size={18} />
          </IconButton>
          <IconButton label={t`Move ${name} down`} disabled={!onDown} onClick={onDown}>
            <ArrowDown aria-hidden="true" size={18} />
          </IconButton>
          <IconButton label={t`Remove ${name}`} disabled={!onRemove} onClick={onRemove}>
            <Trash2 aria-hidden="true" size={18} />
          </IconButton>
        </div>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t`Label`}
          maxLength={120}
          value={field.label}
          error={findFieldProblem(field)}
          onChange={({ target }) => onRevise({ label: target.value })}
        />
        <TextField
          label={t`Heading`}
          maxLength={80}
          value={field.group ?? ''}
          onChange={({ target }) => onRevise({ group: target.value || null })}
        />
        <TextField
          label={t`Hint`}
          maxLength={300}
          value={field.hint ?? ''}
          onChange={({ target }) => onRevise({ hint: target.value || null })}
        />
        <FieldParts field={field} {...rest} />
      </div>
      {children}
      {canBeEmpty(field) && (
        <CheckboxField
          label={t`Required`}
          checked={field.required ?? false}
          onChange={({ target }) => onRevise({ required: target.checked })}
        />
      )}
    </div>
  )
}

/** Colours, switches, choices and numbers always have a value. */
function canBeEmpty({ type, required }: Field): boolean {
  return required === true || type === 'text' || type === 'media' || type === 'audio'
}

type PartsProps = Pick<FieldCardProps, 'field' | 'isPicture' | 'arriving' | 'findFile' | 'onRevise' | 'onFile'>

/** The controls of this field type. */
function FieldParts({ field, isPicture, onRevise, ...file }: PartsProps) {
  switch (field.type) {
    case 'text':
      return (
        <>
          <DefaultText field={field} onRevise={onRevise} />
          <Limits field={field} names={['maxLength', 'maxLines']} onRevise={onRevise} />
        </>
      )
    case 'color':
      return (
        <TextField
          label={t`Default colour`}
          type="color"
          className="p-1"
          value={field.default.slice(0, 7)}
          onChange={({ target }) => onRevise({ default: target.value })}
        />
      )
    case 'toggle':
      return (
        <CheckboxField
          label={t`On by default`}
          checked={field.default}
          onChange={({ target }) => onRevise({ default: target.checked })}
        />
      )
    case 'choice':
      return (
        <SelectField
          label={t`Default choice`}
          value={field.default}
          onChange={({ target }) => onRevise({ default: target.value })}
        >
          {field.options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      )
    case 'slider':
      return <SliderParts field={field} onRevise={onRevise} />
    case 'point':
      return <PointParts field={field} onRevise={onRevise} />
    case 'media':
      return (
        <>
          {!isPicture && <AcceptField field={field} onRevise={onRevise} />}
          <Limits
            field={field}
            names={field.accept.includes('video') ? ['maxSeconds'] : ['minWidth', 'minHeight']}
            onRevise={onRevise}
          />
          <DefaultFileField field={field} onClear={() => onRevise({ default: null })} {...file} />
        </>
      )
    case 'audio':
      return (
        <>
          <Limits field={field} names={['maxSeconds']} onRevise={onRevise} />
          <DefaultFileField field={field} onClear={() => onRevise({ default: null })} {...file} />
        </>
      )
  }
}

type PartProps<Kind extends Field = Field> = { field: Kind; onRevise: FieldCardProps['onRevise'] }

function DefaultText({ field, onRevise }: PartProps<Extract<Field, { type: 'text' }>>) {
  const lines = Math.max(field.rules?.maxLines ?? 1, field.default.split('\n').length)
  return (
    <LabelledField label={t`Default text`}>
      {(ids) => (
        <textarea
          {...ids}
          rows={Math.min(4, lines)}
          maxLength={2000}
          value={field.default}
          onChange={({ target }) => onRevise({ default: target.value })}
          className={classNames(controlClass, 'field-sizing-content h-auto max-h-40 py-2.5')}
        />
      )}
    </LabelledField>
  )
}

function AcceptField({ field, onRevise }: PartProps<Extract<Field, { type: 'media' }>>) {
  return (
    <SelectField
      label={t`Accepts`}
      value={toAcceptChoice(field)}
      onChange={({ target }) =>
        onRevise({ accept: target.value === 'both' ? ['image', 'video'] : [target.value as 'image' | 'video'] })
      }
    >
      {Object.entries(acceptLabels()).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}

const limitLabels = () => ({
  maxLength: t`Maximum characters`,
  maxLines: t`Maximum lines`,
  maxSeconds: t`Maximum seconds`,
  minWidth: t`Minimum width in pixels`,
  minHeight: t`Minimum height in pixels`,
})

type LimitsProps = PartProps<Extract<Field, { type: 'text' | 'media' | 'audio' }>> & {
  names: readonly (keyof ReturnType<typeof limitLabels>)[]
}

function Limits({ field, names, onRevise }: LimitsProps) {
  const rules: Readonly<Record<string, number>> = { ...field.rules }
  const set = (name: string, value: number) => {
    const { [name]: _before, ...others } = rules
    onRevise({ rules: Number.isInteger(value) && value > 0 ? { ...others, [name]: value } : others })
  }
  return (
    <div className="grid grid-cols-2 gap-4">
      {names.map((name) => (
        <NumberField
          key={name}
          label={limitLabels()[name]}
          decimals={0}
          value={rules[name] ?? Number.NaN}
          onValue={(value) => set(name, value)}
        />
      ))}
    </div>
  )
}

/** Decimals of numbers in a document. */
const DECIMALS = 6

type Revise = (change: Partial<FieldRevision>) => void

function SliderParts({ field, onRevise }: { field: SliderField; onRevise: Revise }) {
  const { rules } = field
  const set = (change: Partial<SliderField['rules']>) => onRevise({ rules: { ...rules, ...change } })
  const number = (label: string, value: number, onNumber: (value: number) => void, error?: string) => (
    <NumberField label={label} decimals={DECIMALS} value={value} error={error} onValue={onNumber} />
  )
  return (
    <>
      {number(t`Default number`, field.default, (value) => onRevise({ default: value }))}
      <div className="grid grid-cols-3 gap-4">
        {number(t`From`, rules.min, (min) => set({ min }))}
        {number(t`To`, rules.max, (max) => set({ max }))}
        {number(t`Step`, rules.step ?? 1, (step) => set({ step }))}
      </div>
    </>
  )
}

function PointParts({ field, onRevise }: { field: PointField; onRevise: Revise }) {
  const [x, y] = field.default
  return (
    <div className="grid grid-cols-2 gap-4">
      <NumberField
        label={t`Default X`}
        decimals={DECIMALS}
        value={x}
        onValue={(next) => onRevise({ default: [next, y] })}
      />
      <NumberField
        label={t`Default Y`}
        decimals={DECIMALS}
        value={y}
        onValue={(next) => onRevise({ default: [x, next] })}
      />
    </div>
  )
}

type DefaultFileFieldProps = {
  field: MediaField | AudioField
  arriving: DefaultFile | undefined
  findFile: FindFile
  onFile: (file: File) => void
  onClear: () => void
}

/** The default file of a media or audio field, which can be replaced and removed. */
function DefaultFileField({ field, arriving, findFile, onFile, onClear }: DefaultFileFieldProps) {
  const id = useId()
  const { label } = field
  const isSending = arriving !== undefined && arriving.error === undefined
  return (
    <fieldset className="flex flex-col gap-2 sm:col-span-2">
      <legend className="mb-1.5 text-caption font-medium">
        <Trans>Default file</Trans>
      </legend>
      <div className="flex flex-wrap items-center gap-3">
        {field.default && <AssetThumbnail file={findFile(field.default)} />}
        {!field.default && (
          <p className="text-caption text-muted">
            <Trans>None</Trans>
          </p>
        )}
        <label
          aria-disabled={isSending || undefined}
          className={classNames(buttonClass({ variant: 'secondary', size: 'small' }), fileLabel)}
        >
          <input
            type="file"
            accept={toAcceptAttribute(field)}
            disabled={isSending}
            aria-describedby={`${id}-words`}
            onChange={({ target }) => {
              const [file] = target.files ?? []
              // Otherwise choosing the same file again would fire no event.
              target.value = ''
              if (file) onFile(file)
            }}
            className={coveringInput}
          />
          {field.type === 'audio' ? <Music aria-hidden="true" size={17} /> : <Upload aria-hidden="true" size={17} />}
          {field.default ? (
            <Trans>
              Replace file<span className="sr-only"> for {label}</span>
            </Trans>
          ) : (
            <Trans>
              Choose a file<span className="sr-only"> for {label}</span>
            </Trans>
          )}
        </label>
        {field.default && !isSending && (
          <Button size="small" variant="quiet" onClick={onClear}>
            <Trans>
              Remove<span className="sr-only"> the file for {label}</span>
            </Trans>
          </Button>
        )}
      </div>
      <div id={`${id}-words`} aria-live="polite" className="text-caption">
        {arriving?.error && <p className="text-bad">{arriving.error}</p>}
        {isSending && (
          <p className="text-muted">{arriving.stage === 'sending' ? t`Uploading the file` : t`Processing the file`}</p>
        )}
      </div>
      {isSending && <ProgressBar percent={arriving.percent} label={t`The file for ${label}`} />}
    </fieldset>
  )
}

function toAcceptAttribute(field: MediaField | AudioField): string {
  if (field.type === 'audio') return 'audio/*'
  return field.accept.map((kind) => `${kind}/*`).join(',')
}

type ShownFile = Pick<KnownAsset, 'kind' | 'url'>
/** Finds files of a version, and recent uploads. */
export type FindFile = (assetId: string) => ShownFile | undefined

const thumbnailClass = 'h-16 max-w-32 rounded-control bg-well object-contain'

/** A thumbnail of an asset: a photo, the first frame of a video, or an audio player. */
export function AssetThumbnail({ file }: { file: ShownFile | undefined }) {
  if (!file?.url)
    return (
      <p className="flex h-16 w-24 items-center justify-center rounded-control bg-well text-caption text-muted">
        <Trans>Not ready</Trans>
      </p>
    )
  // biome-ignore lint/a11y/useMediaCaption: songs have no captions.
  if (file.kind === 'audio') return <audio controls preload="none" src={file.url} className="h-10 w-full max-w-64" />
  if (file.kind === 'video')
    return <video muted playsInline preload="metadata" src={file.url} className={thumbnailClass} />
  return <img src={file.url} alt="" className={thumbnailClass} />
}
