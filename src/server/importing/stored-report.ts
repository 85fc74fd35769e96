import type { StoredRedirects, StoredReport } from '../db/tables/imports.ts'
import type { ImportReport } from './plan.ts'

/** How many findings of a kind are stored; the totals count all of them. */
const MAX_ENTRIES = 100

export const storedReport = (
  report: ImportReport,
  bytes: number,
  redirects?: StoredRedirects | undefined,
): StoredReport => ({
  ...(redirects === undefined ? {} : { redirects }),
  ...(report.format === undefined ? {} : { format: report.format }),
  pages: report.pages,
  files: report.files,
  linksResolved: report.linksResolved,
  linksBroken: report.linksBroken.slice(0, MAX_ENTRIES),
  linksBrokenTotal: report.linksBroken.length,
  skipped: report.skipped.slice(0, MAX_ENTRIES),
  skippedTotal: report.skipped.length,
  bytes,
  ms: report.ms,
})
