import type { ImportItem, ImportReport } from '#contract/import-results.ts'
import type { ImportRun } from '#contract/imports.ts'
import type { StoredItem, StoredRedirects, StoredReport } from '../../db/tables/imports.ts'
import type { Urls } from '../../urls.ts'
import { presentUser } from '../users/present.ts'
import type { ImportRow } from './queries.ts'

export function presentImport(row: ImportRow, urls: Urls): ImportRun {
  const { report, progress, startedAt, completedAt, reason, revisionId } = row
  return {
    object: 'import-run',
    id: row.id,
    status: row.status,
    source: sourceOf(row),
    target: targetOf(row),
    options: row.options,
    progress:
      report === null ? progressOf(progress) : { imported: importedCount(report), total: totalCount(report) },
    createdAt: row.createdAt.toISOString(),
    ...creatorOf(row, urls),
    ...(startedAt === null ? {} : { startedAt: startedAt.toISOString() }),
    ...(completedAt === null ? {} : { completedAt: completedAt.toISOString() }),
    ...(reason === null ? {} : { reason }),
    ...(revisionId === null ? {} : { revision: revisionId }),
    ...(report === null ? {} : { report: presentReport(report) }),
    urls: { location: importLocation(row, urls), app: urls.app('s', row.spaceId) },
  }
}

export function sourceOf({ source }: Pick<ImportRow, 'source'>): ImportRun['source'] {
  if (source.type === 'file') {
    const { type, files } = source
    return { type, files: files.slice(0, 100).map(({ path }) => path), filesTotal: files.length }
  }
  return source
}

const targetOf = ({ spaceId, target }: ImportRow): ImportRun['target'] => ({
  space: spaceId,
  ...(target.changeRequest === undefined ? {} : { changeRequest: target.changeRequest }),
  ...(target.page === undefined ? {} : { page: target.page }),
  ...(target.asChangeRequest === undefined ? {} : { asChangeRequest: true }),
})

export const presentItem = ({
  position,
  source,
  outcome,
  reason,
  pageId,
  fileId,
  title,
  warnings,
}: StoredItem & { readonly position: number }): ImportItem => ({
  object: 'import-item',
  id: String(position),
  ...(source === null ? {} : { source }),
  outcome,
  ...(reason === null ? {} : { reason }),
  ...(pageId === null ? {} : { page: pageId }),
  ...(fileId === null ? {} : { file: fileId }),
  ...(title === null ? {} : { title }),
  warnings: [...warnings],
})

export const importLocation = (
  { organizationId, id }: Pick<ImportRow, 'organizationId' | 'id'>,
  urls: Urls,
): string => urls.location('orgs', organizationId, 'imports', id)

/** Imported pages and files, and the total including skipped ones. */
export const importedCount = ({ pages, files }: StoredReport): number => pages + files
export const totalCount = (report: StoredReport): number => importedCount(report) + report.skippedTotal

export const presentReport = (report: StoredReport): ImportReport => ({
  ...(report.format === undefined ? {} : { format: report.format }),
  pages: report.pages,
  files: report.files,
  linksResolved: report.linksResolved,
  linksBroken: report.linksBrokenTotal,
  brokenLinks: report.linksBroken.map(({ page, url }) => ({ source: page, url })),
  bytes: report.bytes,
  milliseconds: report.ms,
  skipped: report.skipped.map(({ path, reason }) => ({ source: path, reason })),
  skippedTotal: report.skippedTotal,
  ...(report.redirects === undefined ? {} : { redirects: presentRedirects(report.redirects) }),
})

const presentRedirects = ({ found: total, made: created, kept: existing, reason }: StoredRedirects) => ({
  total,
  created,
  existing,
  ...(reason === undefined ? {} : { reason }),
})

const progressOf = (progress: ImportRow['progress']) => ({
  ...(progress === null ? {} : { phase: progress.phase }),
  imported: progress?.done ?? 0,
  total: Math.max(progress?.done ?? 0, progress?.total ?? 0),
})

function creatorOf({ userId, displayName, photoUrl }: ImportRow, urls: Urls): Pick<ImportRun, 'createdBy'> {
  if (userId === null) return {}
  return { createdBy: presentUser({ userId, displayName: displayName ?? '', email: null, photoUrl }, urls) }
}
