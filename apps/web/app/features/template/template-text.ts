// The specification's texts about a kind on the page and in the editor of a template. A separate module, because lists
// do not need them.
import { t } from '@lingui/core/macro'
import type { TemplateKind } from '@vitrine/contract/catalogue'

type TemplateText = {
  backLabel: string
  notFound: string
  /** There was no response. */
  dataFailed: string
}

/** Getters, because the texts are in the language of the page. */
export const templateTexts: Readonly<Record<TemplateKind, TemplateText>> = {
  video: {
    get backLabel() {
      return t`All templates`
    },
    get notFound() {
      return t`Template not found`
    },
    get dataFailed() {
      return t`Failed to load template data`
    },
  },
  image: {
    get backLabel() {
      return t`All image templates`
    },
    get notFound() {
      return t`Image template not found`
    },
    get dataFailed() {
      return t`Failed to load image template data`
    },
  },
  'direct-sell': {
    get backLabel() {
      return t`All ready-made videos`
    },
    get notFound() {
      return t`Direct sell template not found`
    },
    get dataFailed() {
      return t`Failed to load direct sell template data`
    },
  },
}
