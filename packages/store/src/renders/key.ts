// The key of a render: equal keys mean equal results, so that nothing is made twice.

import type { ProjectTimeline } from '@vitrine/contract/projects'
import type { FieldValues } from '@vitrine/document/field'
import { listPossibleFallbacks } from '@vitrine/painter/fallback-face'
import type { Difference } from '@vitrine/project/difference'
import { renderKey as hashRender } from '@vitrine/project/render-key'
import { layoutVersion } from '@vitrine/project/variant'
import type { TemplateVersion } from '../catalogue/template-version.ts'
import type { Values } from '../projects/values.ts'
import { outputSize, type Wanted } from './state.ts'

/** What a render is made from, besides its template. */
export interface KeyInputs extends Wanted {
  readonly values: Values
  readonly difference: Difference
  readonly timeline: ProjectTimeline
  /** The text of the mark on a preview. */
  readonly watermark?: string | undefined
}

export function computeRenderKey(inputs: KeyInputs, version: TemplateVersion): Promise<string> {
  const { kind, aspect, output, values, difference, timeline, watermark } = inputs
  const fallbacks = listPossibleFallbacks(JSON.stringify([values, difference])).map(({ src }) => src)
  return hashRender(version.document, values as FieldValues, difference, {
    ...outputSize(inputs, version),
    // `true`: an emblem, as previews of templates have it.
    watermark: kind === 'preview' && (watermark ?? true),
    // Omitted for a template's own aspect and for videos, which keeps the keys of renders from before there were others.
    ...(aspect !== null && { aspect, layout: layoutVersion(version.document, aspect) }),
    ...(output && { picture: output }),
    ...(timeline && { timeline }),
    // Left out where the customer wrote nothing that the fonts of a design may lack.
    ...(fallbacks.length > 0 && { fallbacks }),
  })
}
