// Origins that pages may connect to for the configured analytics services. A service that is not configured gets none.
import type { TagIds } from '@vitrine/contract/tags'

export interface TagSources {
  readonly script: readonly string[]
  readonly connect: readonly string[]
  readonly image: readonly string[]
  readonly frame: readonly string[]
  readonly font: readonly string[]
}

const GOOGLE = ['https://www.googletagmanager.com', 'https://*.google-analytics.com', 'https://*.analytics.google.com']

/** The additions to the content security policy, as the services' own documentation lists them. */
export function tagSources({ analytics, tagManager, pixel, heatmap }: TagIds): TagSources {
  const usesGoogle = analytics !== undefined || tagManager !== undefined
  return {
    script: [
      ...(usesGoogle ? ['https://www.googletagmanager.com'] : []),
      ...(pixel ? ['https://connect.facebook.net'] : []),
      ...(heatmap ? ['https://static.hotjar.com', 'https://script.hotjar.com'] : []),
    ],
    connect: [
      ...(usesGoogle ? GOOGLE : []),
      ...(pixel ? ['https://www.facebook.com', 'https://connect.facebook.net'] : []),
      ...(heatmap ? ['https://*.hotjar.com', 'https://*.hotjar.io', 'wss://*.hotjar.com'] : []),
    ],
    image: [
      ...(usesGoogle ? GOOGLE : []),
      ...(pixel ? ['https://www.facebook.com'] : []),
      ...(heatmap ? ['https://*.hotjar.com'] : []),
    ],
    frame: tagManager ? ['https://www.googletagmanager.com'] : [],
    font: heatmap ? ['https://script.hotjar.com'] : [],
  }
}
