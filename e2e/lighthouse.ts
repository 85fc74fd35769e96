// Lighthouse on a page that is served, in a Chromium of its own. Used by the tests and by the benches.
import { chromium } from '@playwright/test'
import lighthouse, { desktopConfig } from 'lighthouse'
import { installedBrowser } from './browser.ts'
import { freePort } from './service.ts'

export type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo'

export type Audit = {
  /** 0 to 100. */
  readonly scores: Readonly<Partial<Record<Category, number>>>
  /** What cost points, in Lighthouse's names, with what it found. */
  readonly found: readonly string[]
  /** Layout shift, and milliseconds of the largest paint, as Lighthouse models them. */
  readonly shift: number | undefined
  readonly largestPaint: number | undefined
}

export type Auditor = {
  readonly audit: (url: string, form: 'desktop' | 'mobile', categories: readonly Category[]) => Promise<Audit>
  readonly close: () => Promise<void>
}

export async function openAuditor(): Promise<Auditor> {
  const port = await freePort()
  const executablePath = installedBrowser()
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-background-networking', `--remote-debugging-port=${port}`],
  })
  return {
    audit: (url, form, categories) => auditOf(port, url, form, categories),
    close: () => browser.close(),
  }
}

async function auditOf(
  port: number,
  url: string,
  form: 'desktop' | 'mobile',
  categories: readonly Category[],
): Promise<Audit> {
  const flags = { port, onlyCategories: [...categories], logLevel: 'error' as const, output: 'json' as const }
  const result = await lighthouse(url, flags, form === 'desktop' ? desktopConfig : undefined)
  if (result === undefined) throw new Error(`Lighthouse answered nothing for ${url}`)
  const { lhr } = result
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`)
  const scores: Partial<Record<Category, number>> = {}
  const found: string[] = []
  for (const category of categories) {
    const told = lhr.categories[category]
    if (told === undefined) throw new Error(`Lighthouse did not look at ${category} of ${url}`)
    scores[category] = Math.round((told.score ?? 0) * 100)
    for (const { id, weight } of told.auditRefs) {
      const { score = null, displayValue = '', details } = lhr.audits[id] ?? {}
      if (weight > 0 && score !== null && score < 0.9)
        found.push(`${id} ${displayValue} ${JSON.stringify(details ?? '').slice(0, 400)}`)
    }
  }
  return {
    scores,
    found,
    shift: lhr.audits['cumulative-layout-shift']?.numericValue,
    largestPaint: lhr.audits['largest-contentful-paint']?.numericValue,
  }
}
