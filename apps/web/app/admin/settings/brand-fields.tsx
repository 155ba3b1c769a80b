// The fields of the section `brand`: name, logo, colours, typefaces, corners, and what they look like.
import { readableOn } from '@vitrine/contract/brand-color'
import { DARK_SURFACES, describeBrandStyle, LIGHT_SURFACES } from '@vitrine/contract/brand-style'
import type { AdminSettings } from '@vitrine/contract/settings'
import type { CSSProperties } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { PictureField } from './brand-file-field.tsx'
import { Choice, FaceField, usePreviewFaces } from './face-field.tsx'
import type { SavedFormOf } from './use-saved-form.ts'
import type { SectionValue } from './use-section.ts'

type Brand = SectionValue<'brand'>

const corners = { square: 'Square', soft: 'Soft', round: 'Round' } as const
const themes = { system: 'As the visitor’s device', light: 'Light', dark: 'Dark' } as const

type BrandFieldsProps = {
  work: Pick<SavedFormOf<Brand>, 'value' | 'change' | 'problemOf'>
  settings: AdminSettings
}

export function BrandNameFields({ work, settings }: BrandFieldsProps) {
  const { value: brand, change, problemOf } = work
  const saved = settings.brand.value
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
      <PictureField
        kind="logo"
        label="Logo"
        hint="A drawing (SVG), or a PNG with a transparent background and at least 72 pixels high. Without one: the mark and the name."
        alt="The logo"
        pictureClass="h-11 w-auto max-w-48 object-contain p-1"
        picture={brand.logo}
        savedUrl={brand.logo === saved.logo ? settings.logoUrl : null}
        onPicture={(logo) => change({ logo })}
      />
    </>
  )
}

/** What is seen outside of the pages. */
export function BrandPictureFields({ work, settings }: BrandFieldsProps) {
  const { value: brand, change } = work
  const saved = settings.brand.value
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <PictureField
        kind="icon"
        label="Icon"
        hint="For tabs, bookmarks and home screens: a square, as SVG or PNG. Without one: the logo, else the mark."
        alt="The icon"
        pictureClass="size-11 object-contain p-1"
        picture={brand.icon}
        savedUrl={brand.icon === saved.icon ? settings.iconUrl : null}
        onPicture={(icon) => change({ icon })}
      />
      <PictureField
        kind="share-picture"
        label="Share picture"
        hint="Beside links in messengers, cut to 1200 × 630 pixels. Without one: drawn of the name and the accent."
        alt="The share picture"
        pictureClass="aspect-[1200/630] h-16 object-cover"
        picture={brand.sharePicture}
        savedUrl={brand.sharePicture === saved.sharePicture ? settings.sharePictureUrl : null}
        onPicture={(sharePicture) => change({ sharePicture })}
      />
    </div>
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
      <FaceField use="headline" brand={brand} problem={problemOf('headlines')} onChange={change} />
      <FaceField use="text" brand={brand} problem={problemOf('text')} onChange={change} />
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

function Preview({ brand, scheme }: { brand: Brand; scheme: 'light' | 'dark' }) {
  const usable = {
    ...brand,
    accent: isColor(brand.accent) ? brand.accent : '#f5a400',
    link: isColor(brand.link) ? brand.link : '#5b2a4e',
  }
  const faces = usePreviewFaces(brand)
  const style = { ...firstStyle, ...describeBrandStyle(usable), ...faces, colorScheme: scheme } as CSSProperties
  return (
    <section
      aria-label={scheme === 'light' ? 'Light theme' : 'Dark theme'}
      style={style}
      className="flex flex-col items-start gap-3 rounded-card border border-line bg-paper p-5 font-sans text-ink"
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
  '--font-sans': '"Inter", "Scripts", system-ui, sans-serif',
  '--font-display': '"Fraunces", "Scripts", Georgia, serif',
}
