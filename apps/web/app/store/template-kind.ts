// The three kinds of templates: paths, and the texts of the specification.
import type { TemplateKind } from '@vitrine/contract/catalogue'

type KindText = {
  listPath: string
  detailPrefix: string
  title: string
  /** For search engines. */
  description: string
  /** In the navigation. */
  short: string
  backLabel: string
  listFailed: string
  notFound: string
  /** The server answered, but not with a template. */
  detailFailed: string
  /** No answer came. */
  dataFailed: string
}

export const templateKinds: Readonly<Record<TemplateKind, KindText>> = {
  video: {
    listPath: '/templates-list',
    detailPrefix: '/template',
    title: 'Video templates',
    description: 'Video templates for weddings, festivals, birthdays, shops and more. Play each one before you choose.',
    short: 'Videos',
    backLabel: 'All templates',
    listFailed: 'Failed to load templates',
    notFound: 'Template not found',
    detailFailed: 'Failed to load template details',
    dataFailed: 'Failed to load template data',
  },
  image: {
    listPath: '/image-templates',
    detailPrefix: '/image-template',
    title: 'Image templates',
    description: 'Invitations, greetings, offers and quotes as images. Add your own photo and text.',
    short: 'Images',
    backLabel: 'All image templates',
    listFailed: 'Failed to load image templates',
    notFound: 'Image template not found',
    detailFailed: 'Failed to load template details',
    dataFailed: 'Failed to load image template data',
  },
  'direct-sell': {
    listPath: '/direct-sell-templates',
    detailPrefix: '/direct-sell',
    title: 'Ready-made videos',
    description: 'Finished videos for festivals and shops: pay with credits, download in full quality, post today.',
    short: 'Ready-made',
    backLabel: 'All ready-made videos',
    listFailed: 'Failed to load direct sell templates',
    notFound: 'Direct sell template not found',
    detailFailed: 'Failed to load template details',
    dataFailed: 'Failed to load direct sell template data',
  },
}

/** In the order the shop shows them. */
export const kindOrder: readonly TemplateKind[] = ['video', 'image', 'direct-sell']

/** The page of a template. */
export function templatePath(template: { kind: TemplateKind; templateId: string }): string {
  return `${templateKinds[template.kind].detailPrefix}/${template.templateId}`
}

/** The editor in which customers fill a template in; a ready-made one has nothing to fill in. */
export function editorPath({ kind, templateId }: { kind: TemplateKind; templateId: string }): string {
  return `/template/${templateId}/${kind === 'image' ? 'direct-upload-image' : 'server-render'}`
}
