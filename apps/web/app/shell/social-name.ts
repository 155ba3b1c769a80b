// Names of social networks, by profile address.

/** Matched against the end of the host. */
const names: readonly (readonly [host: string, name: string])[] = [
  ['instagram.com', 'Instagram'],
  ['youtube.com', 'YouTube'],
  ['facebook.com', 'Facebook'],
  ['x.com', 'X'],
  ['twitter.com', 'X'],
  ['linkedin.com', 'LinkedIn'],
  ['pinterest.com', 'Pinterest'],
  ['wa.me', 'WhatsApp'],
  ['whatsapp.com', 'WhatsApp'],
  ['t.me', 'Telegram'],
  ['threads.net', 'Threads'],
  ['tiktok.com', 'TikTok'],
]

/** 'Instagram' for an address there; the host of any other address. */
export function socialName(link: string): string {
  const host = new URL(link).hostname.replace(/^www\./, '')
  return names.find(([known]) => host === known || host.endsWith(`.${known}`))?.[1] ?? host
}
