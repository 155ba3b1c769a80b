// The fields of the section `brand`: name, logo, colours, typefaces, corners, and what they look like.
import { readableOn } from '@vitrine/contract/brand-color'
import { DARK_SURFACES, describeBrandStyle, LIGHT_SURFACES } from '@vitrine/contract/brand-style'
import type { AdminSettings } from '@vitrine/contract/settings'
import type { CSSProperties } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { LogoField } from './logo-field.tsx'
import type { SavedFormOf } from './use-saved-form.ts'
import type { SectionValue } from './use-section.ts'

type Brand = SectionValue<'brand'>

const headlines = { serif: 'With serifs (Fraunces)', sans: 'Without serifs (Inter)' } as const
const corners = { square: 'Square', soft: 'Soft', round: 'Round' } as const
const themes = { system: 'As the visitor’s device', light: 'Light', dark: 'Dark' } as const

type BrandFieldsProps = {
  work: Pick<SavedFormOf<Brand>, 'value' | 'change' | 'problemOf'>
  settings: AdminSettings
}

export function BrandNameFields({ work, settings }: BrandFieldsProps) {
  const { value: brand, change, problemOf } = work
  return (
    <>
      <TextField
        label="Name of the shop"
        hint="On every page, in emails, text messages, receipts and the payment dialog"
        value={brand.name}
        maxLength={60}
        error={problemOf('name')}
        onChange={({ target }) => change({ name: target.value })}
      />
      <TextField
        label="In a few words"
        hint="After the name in the title of the home page"
        value={brand.tagline}
        maxLength={100}
        error={problemOf('tagline')}
        onChange={({ target }) => change({ tagline: target.value })}
      />
      <LogoField
        logo={brand.logo}
        savedUrl={brand.logo === settings.brand.value.logo ? settings.logoUrl : null}
        onLogo={(logo) => change({ logo })}
      />
    </>
  )
}

export function BrandLookFields({ work }: BrandFieldsProps) {
  const { value: brand, change, problemOf } = work
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <ColorField
        label="Accent"
        hint="Buttons and marks"
        value={brand.accent}
        error={problemOf('accent')}
        onValue={(accent) => change({ accent })}
      />
      <ColorField
        label="Links"
        hint={linkNote(brand.link)}
        value={brand.link}
        error={problemOf('link')}
        onValue={(link) => change({ link })}
      />
      <Choice
        label="Headlines"
        names={headlines}
        value={brand.headlines}
        onValue={(headlines) => change({ headlines })}
      />
      <Choice label="Corners" names={corners} value={brand.corners} onValue={(corners) => change({ corners })} />
      <Choice label="Theme" names={themes} value={brand.theme} onValue={(theme) => change({ theme })} />
    </div>
  )
}

export function BrandPreviews({ brand }: { brand: Brand }) {
  return (
    <div className="flex flex-col gap-4 self-start lg:sticky lg:top-6">
      <h2 className="text-caption font-medium">Preview</h2>
      <Preview brand={brand} scheme="light" />
      <Preview brand={brand} scheme="dark" />
    </div>
  )
}

const isColor = (text: string) => /^#[0-9a-f]{6}$/.test(text)

/** Says so when pages show another shade, because the chosen one could not be read. */
function linkNote(link: string): string {
  if (!isColor(link)) return 'Such as #5b2a4e'
  const [light, dark] = [readableOn(link, LIGHT_SURFACES), readableOn(link, DARK_SURFACES)]
  const shown = [light !== link && `${light} on light pages`, dark !== link && `${dark} on dark pages`].filter(Boolean)
  return shown.length === 0 ? 'Links and quiet emphasis' : `Shown as ${shown.join(' and ')}, so that it can be read`
}

type ColorFieldProps = {
  label: string
  hint: string
  value: string
  error: string | undefined
  onValue: (value: string) => void
}

function ColorField({ label, hint, value, error, onValue }: ColorFieldProps) {
  return (
    <div className="flex items-start gap-2">
      <input
        type="color"
        aria-label={`${label}: choose a colour`}
        value={isColor(value) ? value : '#000000'}
        onChange={({ target }) => onValue(target.value)}
        className="mt-6.5 h-11 w-12 shrink-0 cursor-pointer rounded-control border border-edge bg-raised p-1"
      />
      <TextField
        label={label}
        hint={hint}
        value={value}
        maxLength={7}
        error={error}
        spellCheck={false}
        onChange={({ target }) => onValue(target.value.trim().toLowerCase())}
        fieldClass="flex-1"
      />
    </div>
  )
}

function Choice<Value extends string>({
  label,
  names,
  value,
  onValue,
}: {
  label: string
  names: Readonly<Record<Value, string>>
  value: Value
  onValue: (value: Value) => void
}) {
  return (
    <SelectField label={label} value={value} onChange={({ target }) => onValue(target.value as Value)}>
      {Object.entries<string>(names).map(([name, text]) => (
        <option key={name} value={name}>
          {text}
        </option>
      ))}
    </SelectField>
  )
}

function Preview({ brand, scheme }: { brand: Brand; scheme: 'light' | 'dark' }) {
  const usable = {
    ...brand,
    accent: isColor(brand.accent) ? brand.accent : '#f5a400',
    link: isColor(brand.link) ? brand.link : '#5b2a4e',
  }
  const style = { ...firstStyle, ...describeBrandStyle(usable), colorScheme: scheme } as CSSProperties
  return (
    <section
      aria-label={scheme === 'light' ? 'Light theme' : 'Dark theme'}
      style={style}
      className="flex flex-col items-start gap-3 rounded-card border border-line bg-paper p-5 text-ink"
    >
      <p className="font-headline text-title break-words">{brand.name || 'Name of the shop'}</p>
      <p className="text-caption text-muted">{brand.tagline}</p>
      <p>
        Read <span className="text-plum underline underline-offset-4">how it works</span>
      </p>
      <span className={buttonClass()}>Browse Templates</span>
    </section>
  )
}

/** What a shop without a brand has: the page around the preview shows the saved brand. */
const firstStyle = {
  '--color-marigold': '#f5a400',
  '--color-on-marigold': '#16130f',
  '--color-plum': 'light-dark(#5b2a4e, #e3b3d6)',
  '--radius-control': '0.5rem',
  '--radius-card': '0.625rem',
}
