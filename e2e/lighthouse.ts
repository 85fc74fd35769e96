// Runs Lighthouse on a page in a separate Chromium, for tests and benchmarks.
import { chromium } from '@playwright/test'
import lighthouse, { desktopConfig } from 'lighthouse'
import { launchOptions } from './browser.ts'
import { freePort } from './service.ts'

export type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo'

export type Audit = {
  /** 0 to 100. */
  readonly scores: Readonly<Partial<Record<Category, number>>>
  /** Audits that cost points, by Lighthouse's id, with their details. */
  readonly findings: readonly string[]
  /** Layout shift, and milliseconds until the largest paint, as Lighthouse simulates them. */
  readonly shift: number | undefined
  readonly largestPaint: number | undefined
}

export type Auditor = {
  readonly audit: (url: string, form: 'desktop' | 'mobile', categories: readonly Category[]) => Promise<Audit>
  readonly close: () => Promise<void>
}

export async function openAuditor(): Promise<Auditor> {
  const port = await freePort()
  const browser = await chromium.launch({
    ...launchOptions,
    args: [...launchOptions.args, `--remote-debugging-port=${port}`],
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
  const runResult = await lighthouse(url, flags, form === 'desktop' ? desktopConfig : undefined)
  if (runResult === undefined) throw new Error(`Lighthouse answered nothing for ${url}`)
  const { lhr } = runResult
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`)
  const scores: Partial<Record<Category, number>> = {}
  const findings: string[] = []
  for (const category of categories) {
    const runResult = lhr.categories[category]
    if (runResult === undefined) throw new Error(`Lighthouse did not look at ${category} of ${url}`)
    scores[category] = Math.round((runResult.score ?? 0) * 100)
    for (const { id, weight } of runResult.auditRefs) {
      const { score = null, displayValue = '', details } = lhr.audits[id] ?? {}
      if (weight > 0 && score !== null && score < 0.9)
        findings.push(`${id} ${displayValue} ${JSON.stringify(details ?? '').slice(0, 400)}`)
    }
  }
  return {
    scores,
    findings,
    shift: lhr.audits['cumulative-layout-shift']?.numericValue,
    largestPaint: lhr.audits['largest-contentful-paint']?.numericValue,
  }
}
