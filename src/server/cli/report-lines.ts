import type { ImportReport } from '../importing/plan.ts'

const SHOWN = 20

/** What an import has to tell, for a terminal. */
export function reportLines({
  pages,
  files,
  linksResolved,
  linksBroken,
  skipped,
  ms,
}: ImportReport): string[] {
  return [
    `${pages} pages and ${files} files in ${(ms / 1000).toFixed(1)} s`,
    `${linksResolved} links resolved, ${linksBroken.length} broken`,
    ...shown(linksBroken.map(({ page, url }) => `  ${page} → ${url}`)),
    ...(skipped.length === 0 ? [] : [`${skipped.length} left out`]),
    ...shown(skipped.map(({ path, reason }) => `  ${path}: ${reason}`)),
  ]
}

const shown = (lines: readonly string[]): string[] =>
  lines.length <= SHOWN ? [...lines] : [...lines.slice(0, SHOWN), `  and ${lines.length - SHOWN} more`]
