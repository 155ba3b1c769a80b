// Notices about texts without a field: those that the customer added or changed on the canvas.
import { t } from '@lingui/core/macro'
import type { TextLayer } from '@vitrine/document/layer'
import { findPlace, isOwn } from '@vitrine/project/layer-list'
import type { EditorModel } from '../model/editor-model.ts'
import type { LayerFitting } from '../preview/painting.ts'
import { editedFor, shapedFor } from '../project/edited-document.ts'
import type { FieldNotice } from './field-frame.tsx'
import { missingNotices } from './text-control.tsx'

const NAME_LENGTH = 24

/** The name of a text: its layer's name, else its first words. */
export function nameOfText({ name, text }: Pick<TextLayer, 'name' | 'text'>): string {
  if (name) return name
  const content = typeof text === 'string' ? text.trim().replace(/\s+/g, ' ') : ''
  return content.length > NAME_LENGTH ? `${content.slice(0, NAME_LENGTH)}…` : content || t`Text`
}

/** Whether the customer has added or changed a layer; untouched ones are the designer's responsibility. */
export function isTouched({ document, store }: Pick<EditorModel, 'document' | 'store'>, layerId: string): boolean {
  const content = store.getContent()
  // A diff leaves layers that it does not name unchanged.
  const before = findPlace(shapedFor(document, content), layerId)?.layer
  return before !== findPlace(editedFor(document, content), layerId)?.layer
}

/**
 * Only texts that the customer added are reported when they leave the picture, because designers animate texts from
 * outside it.
 */
export function layerTextNotices(
  fitting: Pick<LayerFitting, 'fits' | 'missing' | 'isOutside' | 'layer'>,
): FieldNotice[] {
  const { fits, missing, isOutside, layer } = fitting
  const isCut = isOwn(layer.id) && isOutside
  return [
    ...missingNotices(missing, typeof layer.text === 'string' ? layer.text : ''),
    ...(fits
      ? []
      : [{ tone: 'warn' as const, text: t`Too long for its box. Enlarge the box or make the text smaller.` }]),
    ...(isCut
      ? [{ tone: 'warn' as const, text: t`Runs off the canvas. Shorten the text, make it smaller or move it.` }]
      : []),
  ]
}
