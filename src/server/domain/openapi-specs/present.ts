import type { OperationListItem } from '#contract/openapi-operations.ts'
import type { OpenapiSpec, OpenapiSpecVersion } from '#contract/openapi-specs.ts'
import { isAtLeast, type Role } from '#contract/shared/permissions.ts'
import type { Urls } from '../../urls.ts'
import type { OperationRow, SpecRow, VersionRow } from './queries.ts'
import type { UseRow } from './use-queries.ts'

/** A specification as the API returns it to a caller with this organization role. */
export function presentSpec(row: SpecRow, urls: Urls, role: Role | null): OpenapiSpec {
  const { organizationId, slug } = row
  const edit = isAtLeast(role, 'create')
  const isPublished = row.visibility === 'public' && row.lastVersionId !== null
  return {
    object: 'openapi-spec',
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    slug,
    ...(row.title === null ? {} : { title: row.title }),
    ...(row.apiVersion === null ? {} : { apiVersion: row.apiVersion }),
    ...(row.operations === null ? {} : { operations: row.operations }),
    ...(row.sourceUrl === null ? {} : { sourceURL: row.sourceUrl }),
    visibility: row.visibility,
    processingState: row.processingState,
    ...(row.lastVersionId === null ? {} : { lastVersion: row.lastVersionId }),
    ...(row.lastProcessedAt === null ? {} : { lastProcessedAt: row.lastProcessedAt.toISOString() }),
    ...(row.lastErrorCode === null ? {} : { lastProcessErrorCode: row.lastErrorCode }),
    lastProcessedErrors: [...row.lastErrors],
    lastProcessedErrorCount: row.lastErrors.length,
    permissions: { view: true, edit, delete: edit },
    urls: {
      location: urls.location('orgs', organizationId, 'openapi', slug),
      app: `${urls.app('o', organizationId, 'settings', 'openapi')}?spec=${slug}`,
      ...(isPublished ? { published: urls.spec(organizationId, slug) } : {}),
    },
    version: row.version,
  }
}

/** A version of a specification; an uploaded text has the URL of its content. */
export function presentVersion(
  { organizationId, slug }: Pick<SpecRow, 'organizationId' | 'slug'>,
  row: VersionRow,
  urls: Urls,
): OpenapiSpecVersion {
  const location = urls.location('orgs', organizationId, 'openapi', slug, 'versions', row.id)
  return {
    object: 'openapi-spec-version',
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    url: row.sourceUrl ?? `${location}/content`,
    ...(row.apiVersion === null ? {} : { apiVersion: row.apiVersion }),
    operations: row.operations,
    urls: { location },
  }
}

export const presentOperationLine = ({
  method,
  path,
  summary,
  tag,
  deprecated,
}: OperationRow): OperationListItem => ({
  method,
  path,
  ...(summary === null ? {} : { summary }),
  ...(tag === null ? {} : { tag }),
  ...(deprecated ? { deprecated } : {}),
})

/** A page that shows operations of a specification. */
export const presentUse = ({ spaceId, spaceTitle, pageId, title, path, emoji }: UseRow, urls: Urls) => ({
  space: { id: spaceId, title: spaceTitle },
  page: { id: pageId, title, path: path ?? '', ...(emoji === null ? {} : { emoji }) },
  urls: { app: urls.app('s', spaceId, 'p', pageId) },
})
