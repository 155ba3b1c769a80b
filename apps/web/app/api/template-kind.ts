// The three kinds of templates: paths, and texts of their lists.
import { t } from '@lingui/core/macro'
import type { TemplateKind } from '@vitrine/contract/catalogue'

type KindText = {
  listPath: string
  detailPrefix: string
  title: string
  /** For search engines. */
  description: string
  listFailed: string
}

/** Getters, because the texts are in the language of the page. */
export const templateKinds: Readonly<Record<TemplateKind, KindText>> = {
  video: {
    listPath: '/templates-list',
    detailPrefix: '/template',
    get title() {
      return t`Video templates`
    },
    get description() {
      return t`Video templates for weddings, festivals, birthdays, shops and more. Play each one before you choose.`
    },
    get listFailed() {
      return t`Failed to load templates`
    },
  },
  image: {
    listPath: '/image-templates',
    detailPrefix: '/image-template',
    get title() {
      return t`Image templates`
    },
    get description() {
      return t`Invitations, greetings, offers and quotes as images. Add your own photo and text.`
    },
    get listFailed() {
      return t`Failed to load image templates`
    },
  },
  'direct-sell': {
    listPath: '/direct-sell-templates',
    detailPrefix: '/direct-sell',
    get title() {
      return t`Ready-made videos`
    },
    get description() {
      return t`Finished videos for festivals and shops: pay with credits, download in full quality, post today.`
    },
    get listFailed() {
      return t`Failed to load direct sell templates`
    },
  },
}

/** In the order of the navigation. */
export const kindOrder: readonly TemplateKind[] = ['video', 'image', 'direct-sell']

/** The page of a template. */
export function templatePath(template: { kind: TemplateKind; templateId: string }): string {
  return `${templateKinds[template.kind].detailPrefix}/${template.templateId}`
}

/** The editor in which customers fill a template in; ready-made ones have none. */
export function editorPath({ kind, templateId }: { kind: TemplateKind; templateId: string }): string {
  return `/template/${templateId}/${kind === 'image' ? 'direct-upload-image' : 'server-render'}`
}
