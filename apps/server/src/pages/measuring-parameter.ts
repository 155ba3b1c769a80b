// Parameters that advertisers, social networks and mailing services append to every link. They are read by scripts in the
// browser, from the address bar; no page of the store reads one.

/** Names as the services document them. Names that are encoded or spelled otherwise only cost a rendering of their own. */
const MEASURING = new RegExp(
  `^(?:utm_\\w+|${[
    // Google: clicks, and what connects domains.
    'gclid|gclsrc|dclid|gbraid|wbraid|gad_source|gad_campaignid|srsltid|_ga|_gl',
    // Meta, Microsoft, TikTok, X, LinkedIn, Pinterest, Reddit, Snapchat, Yandex.
    'fbclid|igsh|igshid|msclkid|ttclid|twclid|li_fat_id|epik|rdt_cid|ScCid|yclid',
    // Mailchimp, HubSpot.
    'mc_cid|mc_eid|_hsenc|_hsmi',
  ].join('|')})(?:=|$)`,
)

/** The address of a page without parameters that only measure visits; everything else stays as it is and where it is. */
export function withoutMeasuring(url: string): string {
  const start = url.indexOf('?')
  if (start === -1) return url
  const parameters = url.slice(start + 1).split('&')
  const kept = parameters.filter((parameter) => !MEASURING.test(parameter))
  if (kept.length === parameters.length) return url
  return kept.length > 0 ? `${url.slice(0, start)}?${kept.join('&')}` : url.slice(0, start)
}
