// Chooses a typeface of the pages: a bundled one, or an uploaded font, previewed before it is saved.
import { t } from '@lingui/core/macro'
import { BUNDLED_FACES, type FontUse, HEADLINE_FACES, TEXT_FACES, writeFontFamily } from '@vitrine/contract/brand-font'
import { useEffect } from 'react'
import { findPageFace } from '../../fonts/page-fonts.ts'
import { FormSelect } from '../../ui/form/form-field.tsx'
import type { FormOf } from '../../ui/form/use-form.ts'
import { BrandFileField } from './brand-file-field.tsx'
import type { SectionValue } from './use-section.ts'

type Brand = SectionValue<'brand'>

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

export function FaceField({ use, form }: { use: FontUse; form: FormOf<Brand> }) {
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

/** Loads the chosen typefaces under separate names, and returns the custom properties that show them. */
export function usePreviewFaces(brand: Brand): Record<string, string> {
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
