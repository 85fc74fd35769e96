/** What is stored about a visitor. Nothing here identifies a person. */
export type ReaderFacts = {
  readonly device: 'desktop' | 'tablet' | 'mobile' | 'unknown'
  readonly browser: 'chrome' | 'firefox' | 'safari' | 'edge' | 'ie' | 'opera' | 'unknown'
  readonly os: 'windows' | 'macos' | 'linux' | 'android' | 'ios' | 'unknown'
  readonly language: string | null
  readonly referrerDomain: string | null
  readonly utmSource: string | null
  readonly utmMedium: string | null
  readonly utmCampaign: string | null
}

const first = <T extends string>(text: string, kinds: readonly (readonly [RegExp, T])[]): T | 'unknown' =>
  kinds.find(([pattern]) => pattern.test(text))?.[1] ?? 'unknown'

// Most browsers also name others, so the order matters.
const browsers = [
  [/\bEdg(?:e|A|iOS)?\//, 'edge'],
  [/\bOPR\/|\bOpera\b|\bOPiOS\//, 'opera'],
  [/\bMSIE |\bTrident\//, 'ie'],
  [/\bFirefox\/|\bFxiOS\//, 'firefox'],
  [/\b(?:Headless)?Chrome\/|\bChromium\/|\bCriOS\//, 'chrome'],
  [/\bSafari\//, 'safari'],
] as const

const systems = [
  [/\b(?:iPhone|iPad|iPod)\b/, 'ios'],
  [/\bAndroid\b/, 'android'],
  [/\bWindows\b/, 'windows'],
  [/\bMacintosh\b|\bMac OS X\b/, 'macos'],
  [/\bLinux\b|\bX11\b|\bCrOS\b/, 'linux'],
] as const

const devices = [
  [/\biPad\b|\bTablet\b|\bKindle\b|\bSilk\/|\bAndroid\b(?!.*\bMobile\b)/, 'tablet'],
  [/\bMobile\b|\biPhone\b|\biPod\b/, 'mobile'],
  [/\bWindows\b|\bMacintosh\b|\bLinux\b|\bX11\b|\bCrOS\b/, 'desktop'],
] as const

/** Device, browser and operating system by the user agent. */
export const browserFactsOf = (userAgent: string): Pick<ReaderFacts, 'device' | 'browser' | 'os'> => ({
  device: first(userAgent, devices),
  browser: first(userAgent, browsers),
  os: first(userAgent, systems),
})

const programs =
  /bot\b|bot[/;_-]|crawl|spider|slurp|scrape|fetch|preview|monitor|uptime|pingdom|lighthouse|headless|phantom|selenium|curl|wget|python|java\/|okhttp|axios|node|go-http|libwww|http-?client|feed|facebookexternalhit|embedly|archive/i

/** Whether a user agent is not a person's browser. */
export const isBot = (userAgent: string): boolean => userAgent.length < 20 || programs.test(userAgent)

/** The first language of an `Accept-Language` header, with its region if there is one: `de-ch`. */
export function languageOf(accepted: string | null | undefined): string | null {
  const [first = ''] = (accepted ?? '').split(/[,;]/)
  const parts = /^([a-z]{2,3})(?:-[a-z]{4})?(?:-([a-z]{2}))?\b/i.exec(first.trim())
  if (parts?.[1] === undefined) return null
  const language = parts[1].toLowerCase()
  return parts[2] === undefined ? language : `${language}-${parts[2].toLowerCase()}`
}

/** The domain of a URL without `www.`; null if it is invalid or the site's own. */
export function domainOf(address: string | null | undefined, own?: string): string | null {
  if (!address) return null
  const url = URL.parse(address)
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.hostname === '') return null
  const domain = url.hostname.toLowerCase().replace(/^www\./, '')
  return domain.length > 253 || domain === own?.toLowerCase().replace(/^www\./, '') ? null : domain
}

const MAX_UTM_LENGTH = 100

export function campaignOf(
  query: URLSearchParams,
): Pick<ReaderFacts, 'utmSource' | 'utmMedium' | 'utmCampaign'> {
  const parameter = (name: string) => plain(query.get(name) ?? '', MAX_UTM_LENGTH) || null
  return {
    utmSource: parameter('utm_source'),
    utmMedium: parameter('utm_medium'),
    utmCampaign: parameter('utm_campaign'),
  }
}

/** A text without characters that PostgreSQL rejects, up to a length. */
export const plain = (text: string, maxLength: number): string =>
  text.replaceAll('\0', '').toWellFormed().trim().slice(0, maxLength).toWellFormed()
