// The fields of the section `brand`: name, logo, colours, typefaces, corners, and their preview.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { readableOn } from '@vitrine/contract/brand-color'
import { BUNDLED_FACES, type FontUse, HEADLINE_FACES, TEXT_FACES, writeFontFamily } from '@vitrine/contract/brand-font'
import { DARK_SURFACES, describeBrandStyle, LIGHT_SURFACES } from '@vitrine/contract/brand-style'
import type { AdminSettings } from '@vitrine/contract/settings'
import { type CSSProperties, useEffect } from 'react'
import { findPageFace } from '../../fonts/page-fonts.ts'
import { buttonClass } from '../../ui/button.tsx'
import { FormSelect, FormText } from '../../ui/form/form.tsx'
import type { FormHandle } from '../../ui/form/use-form.ts'
import { BrandFileField, PictureField } from './brand-file-field.tsx'
import type { SectionValue } from './section-form.tsx'

type Brand = SectionValue<'brand'>

const corners = () => ({
  square: t({ message: 'Square', context: 'corners' }),
  soft: t({ message: 'Soft', context: 'corners' }),
  round: t({ message: 'Round', context: 'corners' }),
})

const themes = () => ({
  system: t`As the visitor’s device`,
  light: t({ message: 'Light', context: 'theme' }),
  dark: t({ message: 'Dark', context: 'theme' }),
})

type BrandFieldsProps = {
  form: FormHandle<Brand>
  settings: AdminSettings
}

export function BrandNameFields({ form, settings }: BrandFieldsProps) {
  const { values: brand, change } = form
  const saved = settings.brand.value
  return (
    <>
      <FormText
        form={form}
        name="name"
        label={t`Name of the store`}
        hint={t`On every page, in emails, text messages, receipts and the payment dialog`}
      />
      <FormText
        form={form}
        name="tagline"
        label={t`In a few words`}
        hint={t`After the name in the title of the home page`}
      />
      <PictureField
        kind="logo"
        label={t`Logo`}
        hint={t`A drawing (SVG), or a PNG with a transparent background and at least 72 pixels high. Without one: the mark and the name.`}
        alt={t`The logo`}
        pictureClass="h-11 w-auto max-w-48 object-contain p-1"
        picture={brand.logo}
        savedUrl={brand.logo === saved.logo ? settings.logoUrl : null}
        onPicture={(logo) => change({ logo })}
      />
    </>
  )
}

/** Pictures that are shown outside the pages. */
export function BrandPictureFields({ form, settings }: BrandFieldsProps) {
  const { values: brand, change } = form
  const saved = settings.brand.value
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <PictureField
        kind="icon"
        label={t`Icon`}
        hint={t`For tabs, bookmarks and home screens: a square, as SVG or PNG. Without one: the logo, else the mark.`}
        alt={t`The icon`}
        pictureClass="size-11 object-contain p-1"
        picture={brand.icon}
        savedUrl={brand.icon === saved.icon ? settings.iconUrl : null}
        onPicture={(icon) => change({ icon })}
      />
      <PictureField
        kind="share-picture"
        label={t`Share picture`}
        hint={t`Beside links in messengers, cut to 1200 × 630 pixels. Without one: drawn of the name and the accent.`}
        alt={t`The share picture`}
        pictureClass="aspect-[1200/630] h-16 object-cover"
        picture={brand.sharePicture}
        savedUrl={brand.sharePicture === saved.sharePicture ? settings.sharePictureUrl : null}
        onPicture={(sharePicture) => change({ sharePicture })}
      />
    </div>
  )
}

export function BrandLookFields({ form }: Pick<BrandFieldsProps, 'form'>) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <ColorField form={form} name="accent" label={t`Accent`} hint={t`Buttons and marks`} />
      <ColorField
        form={form}
        name="link"
        label={t({ message: 'Links', context: 'colour' })}
        hint={linkNote(form.values.link)}
      />
      <FaceField use="headline" form={form} />
      <FaceField use="text" form={form} />
      <FormSelect form={form} name="corners" label={t`Corners`} choices={corners()} />
      <FormSelect form={form} name="theme" label={t`Theme`} choices={themes()} />
    </div>
  )
}

const isColor = (text: string) => /^#[0-9a-f]{6}$/.test(text)

/** Explains when pages use another shade because the chosen one would be unreadable. */
function linkNote(link: string): string {
  if (!isColor(link)) return t`Such as #5b2a4e`
  const [light, dark] = [readableOn(link, LIGHT_SURFACES), readableOn(link, DARK_SURFACES)]
  if (light !== link && dark !== link)
    return t`Shown as ${light} on light pages and ${dark} on dark pages, so that it can be read`
  if (light !== link) return t`Shown as ${light} on light pages, so that it can be read`
  if (dark !== link) return t`Shown as ${dark} on dark pages, so that it can be read`
  return t`Links and quiet emphasis`
}

type ColorFieldProps = { form: FormHandle<Brand>; name: 'accent' | 'link'; label: string; hint: string }

function ColorField({ form, name, label, hint }: ColorFieldProps) {
  const color = form.values[name]
  return (
    <div className="flex items-start gap-2">
      <input
        type="color"
        aria-label={t`${label}: choose a colour`}
        value={isColor(color) ? color : '#000000'}
        onChange={({ target }) => form.change({ [name]: target.value })}
        className="mt-6.5 h-11 w-12 shrink-0 cursor-pointer rounded-control border border-edge bg-raised p-1"
      />
      <FormText
        {...{ form, name, label, hint }}
        maxLength={7}
        spellCheck={false}
        write={(typed) => typed.trim().toLowerCase()}
        fieldClass="flex-1"
      />
    </div>
  )
}

/** Chooses a typeface of the pages: a bundled one, or an uploaded font. */
function FaceField({ use, form }: { use: FontUse; form: FormHandle<Brand> }) {
  const { values: brand, change } = form
  const isHeadline = use === 'headline'
  const font = isHeadline ? brand.headlineFont : brand.textFont
  const set = (font: Brand['textFont']) => change(isHeadline ? { headlineFont: font } : { textFont: font })
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {isHeadline ? (
        <FormSelect form={form} name="headlines" label={t`Headlines`} choices={headlineNames()} />
      ) : (
        <FormSelect form={form} name="text" label={t`Text`} choices={textNames()} />
      )}
      {(isHeadline ? brand.headlines : brand.text) === 'own' && (
        <BrandFileField
          kind="font"
          label={isHeadline ? t`Font of headlines` : t`Font of the text`}
          hint={t`A WOFF2 file of at most 300 kB that you may use on the web. One that is variable has all weights.`}
          accept="font/woff2,.woff2"
          chooseLabel={t`Choose a font`}
          isChosen={font !== null}
          shown={font && <span className="min-w-0 break-words">{font.family}</span>}
          onFile={({ font }) => font && set(font)}
          onRemove={() => set(null)}
        />
      )}
    </div>
  )
}

const listFaceNames = (faces: readonly (keyof typeof BUNDLED_FACES)[]) =>
  Object.fromEntries(faces.map((face) => [face, BUNDLED_FACES[face].name]))

const headlineNames = () =>
  ({
    serif: 'Fraunces',
    sans: t`As the text`,
    ...listFaceNames(HEADLINE_FACES),
    own: t`Own font…`,
  }) as Readonly<Record<Brand['headlines'], string>>

const textNames = () =>
  ({ sans: 'Inter', ...listFaceNames(TEXT_FACES), own: t`Own font…` }) as Readonly<Record<Brand['text'], string>>

export function BrandPreviews({ brand }: { brand: Brand }) {
  return (
    <div className="flex flex-col gap-4 self-start lg:sticky lg:top-6">
      <h2 className="text-caption font-medium">
        <Trans>Preview</Trans>
      </h2>
      <Preview brand={brand} scheme="light" />
      <Preview brand={brand} scheme="dark" />
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
      aria-label={scheme === 'light' ? t`Light theme` : t`Dark theme`}
      style={style}
      className="flex flex-col items-start gap-3 rounded-card border border-line bg-paper p-5 font-sans text-ink"
    >
      <p className="font-headline text-title break-words">{brand.name || t`Name of the store`}</p>
      <p className="text-caption text-muted">{brand.tagline}</p>
      <p>
        <Trans>
          Read <span className="text-plum underline underline-offset-4">how it works</span>
        </Trans>
      </p>
      <span className={buttonClass()}>
        <Trans>Browse Templates</Trans>
      </span>
    </section>
  )
}

/** The style of a store without a brand, because the page around the preview has the saved one. */
const firstStyle = {
  '--color-marigold': '#f5a400',
  '--color-on-marigold': '#16130f',
  '--color-plum': 'light-dark(#5b2a4e, #e3b3d6)',
  '--radius-control': '0.5rem',
  '--radius-card': '0.625rem',
  '--font-sans': '"Inter", "Scripts", system-ui, sans-serif',
  '--font-display': '"Fraunces", "Scripts", Georgia, serif',
}

/** Loads the chosen typefaces under separate names, and returns the custom properties that show them. */
function usePreviewFaces(brand: Brand): Record<string, string> {
  const text = usePreviewFace(brand, 'text')
  const headline = usePreviewFace(brand, 'headline')
  return {
    ...(text && { '--font-sans': writeFontFamily('text', text) }),
    ...(headline && { '--font-display': writeFontFamily('headline', headline) }),
  }
}

function usePreviewFace(brand: Brand, use: FontUse): string | undefined {
  const face = findPageFace(brand, use)
  const files = JSON.stringify(face?.files ?? [])
  const name = face?.files[0] && `Preview ${face.files[0].url.replaceAll(/[^a-z0-9]+/gi, ' ')}`
  useEffect(() => {
    if (!name) return
    const loaded = (JSON.parse(files) as { url: string; weight: string }[]).map(({ url, weight }) => {
      const font = new FontFace(name, `url("${url}") format("woff2")`, { weight, display: 'swap' })
      document.fonts.add(font)
      return font
    })
    return () => {
      for (const font of loaded) document.fonts.delete(font)
    }
  }, [name, files])
  return name
}
