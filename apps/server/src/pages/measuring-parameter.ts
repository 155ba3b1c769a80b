// Tracking parameters that advertisers, social networks and mailing services append to links. Only scripts in the browser read
// them, from the address bar; no page of the store does.

/** Names as the services document them. An encoded or unusual spelling only costs a separate rendering. */
const MEASURING = new RegExp(
  `^(?:utm_\\w+|${[
    // Google: clicks, and cross-domain linking.
    'gclid|gclsrc|dclid|gbraid|wbraid|gad_source|gad_campaignid|srsltid|_ga|_gl',
    // Meta, Microsoft, TikTok, X, LinkedIn, Pinterest, Reddit, Snapchat, Yandex.
    'fbclid|igsh|igshid|msclkid|ttclid|twclid|li_fat_id|epik|rdt_cid|ScCid|yclid',
    // Mailchimp, HubSpot.
    'mc_cid|mc_eid|_hsenc|_hsmi',
  ].join('|')})(?:=|$)`,
)

/** The URL of a page without tracking parameters; everything else stays unchanged and in place. */
export function withoutMeasuring(url: string): string {
  const start = url.indexOf('?')
  if (start === -1) return url
  const parameters = url.slice(start + 1).split('&')
  const remaining = parameters.filter((parameter) => !MEASURING.test(parameter))
  if (remaining.length === parameters.length) return url
  return remaining.length > 0 ? `${url.slice(0, start)}?${remaining.join('&')}` : url.slice(0, start)
}
