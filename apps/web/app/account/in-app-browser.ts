// Browsers inside other apps, in which Google refuses to sign anybody in (its error `disallowed_useragent`).

/** Whether a page is shown inside an app such as Instagram or Facebook, or in any web view of Android. */
export function isInAppBrowser(userAgent: string): boolean {
  return /Instagram|\bFB(?:AN|AV|_IAB)\b|\bLine\/|MicroMessenger|Snapchat|Pinterest|LinkedInApp|musical_ly|BytedanceWebview|Android.*; wv\)/.test(
    userAgent,
  )
}
