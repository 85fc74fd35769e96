import type { ImportReport } from '../importing/plan.ts'

const MAX_LINES = 20

/** The report of an import for the terminal. */
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
    ...truncated(linksBroken.map(({ page, url }) => `  ${page} → ${url}`)),
    ...(skipped.length === 0 ? [] : [`${skipped.length} left out`]),
    ...truncated(skipped.map(({ path, reason }) => `  ${path}: ${reason}`)),
  ]
}

const truncated = (lines: readonly string[]): string[] =>
  lines.length <= MAX_LINES
    ? [...lines]
    : [...lines.slice(0, MAX_LINES), `  and ${lines.length - MAX_LINES} more`]
