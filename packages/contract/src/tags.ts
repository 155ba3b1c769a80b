// Ids of third-party analytics services that the owner has configured. The browser imports this file, so it does not use
// zod.

/** Ids of the services that may be loaded once a visitor has agreed; absent ones are not configured. */
export interface TagIds {
  /** Google Analytics 4: `G-…`. */
  readonly analytics?: string
  /** Google Tag Manager: `GTM-…`. */
  readonly tagManager?: string
  /** Meta pixel: digits. */
  readonly pixel?: string
  /** Hotjar site: digits. */
  readonly heatmap?: string
}
