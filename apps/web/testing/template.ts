// A template of the catalogue as the server returns it, for component tests.
import type { Template, TemplateKind } from '@vitrine/contract/catalogue'

/** A portrait video of eight seconds, named by its id, or of another kind. Its files do not exist. */
export function createTemplate(
  templateId: string,
  kind: TemplateKind = 'video',
  change: Partial<Template> = {},
): Template {
  const size = { width: 1080, height: 1920 }
  return {
    ...{ templateId, kind, templateName: `Template ${templateId}`, templateDescription: 'Lamps at dusk.' },
    ...{
      templateLink: `/missing/${templateId}.mp4`,
      thumbnail: `/missing/${templateId}.webp`,
      dominantColor: '#334455',
    },
    ...{ templateCategory: [], templateSection: ['Festivals'], templateCompatibility: [] },
    ...{ templatePrice: 40, templatePriceIND: 30, purchaseCount: 0 },
    ...{ aeTemplatePath: '', templateJson: '', jsonFile: '', jsonSize: 0, documentHash: '', vidStart: '' },
    ...{ thumbnailFrame: '', OverlayPNG: '', templateThumbnail: '', templatePreview: '', templateImage: '' },
    ...{ templateOverlay: '', overlayImg: '', greenScreenLayout: '', greenScreenDimensions: '' },
    ...{ videoLayout: '9:16', videoDimensions: '1080x1920', fps: 30, durationSeconds: 8, ...size },
    license: { name: 'Royalty-free', summary: 'Use it anywhere.' },
    editable: {
      ...{ text: 1, photo: 0, video: 0, photoOrVideo: 0, color: 0 },
      ...{ audio: 0, choice: 0, toggle: 0, slider: 0, point: 0 },
    },
    ...{ shapes: [{ aspect: null, ...size }], disabledShapes: [] },
    ...change,
  }
}
