// The key of a render: equal keys mean equal results, so that nothing is rendered twice.
import type { ProjectTimeline } from '@vitrine/contract/projects'
import type { RenderKind } from '@vitrine/contract/renders'
import { watermarkText } from '@vitrine/contract/watermark'
import type { FieldValues } from '@vitrine/document/field'
import { listPossibleFallbacks } from '@vitrine/painter/fallback-face'
import type { Difference } from '@vitrine/project/difference'
import { renderKey as hashRender } from '@vitrine/project/render-key'
import { layoutVersion } from '@vitrine/project/variant'
import type { TemplateVersion } from '../catalogue/template-version.ts'
import type { Reader } from '../prepared.ts'
import type { Values } from '../projects/values.ts'
import { readSections } from '../settings/settings.ts'
import { outputSize, type RenderShape } from './state.ts'

/** The inputs of a render, besides its template. */
interface KeyInputs extends RenderShape {
  readonly values: Values
  readonly difference: Difference
  readonly timeline: ProjectTimeline
  /** The text of a preview's watermark. */
  readonly watermark?: string | undefined
}

export function computeRenderKey(inputs: KeyInputs, version: TemplateVersion): Promise<string> {
  const { kind, aspect, output, values, difference, timeline, watermark } = inputs
  const fallbacks = listPossibleFallbacks(JSON.stringify([values, difference])).map(({ src }) => src)
  return hashRender(version.document, values as FieldValues, difference, {
    ...outputSize(inputs, version),
    // `true`: an emblem, as in previews of templates.
    watermark: kind === 'preview' && (watermark ?? true),
    // Omitted for a template's own aspect and for videos, which keeps the keys of renders older than variants.
    ...(aspect !== null && { aspect, layout: layoutVersion(version.document, aspect) }),
    ...(output && { picture: output }),
    ...(timeline && { timeline }),
    // Omitted when the customer's text needs no fallback fonts.
    ...(fallbacks.length > 0 && { fallbacks }),
  })
}

/** The watermark of a render of this kind, with the store's current name. Full renders have none. */
export async function readWatermark(db: Reader, kind: RenderKind): Promise<string | undefined> {
  return kind === 'preview' ? watermarkText((await readSections(db, 'brand')).brand.name) : undefined
}
