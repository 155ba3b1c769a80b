// Owns the wire of third-party measuring: which services the shop's owner has set up. No zod: the browser uses this file.

/** Ids of the services that may be loaded once a visitor has agreed; absent ones are not set up. */
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
