import type { Role } from '#contract/shared/permissions.ts'
import type { Space } from '#contract/spaces.ts'
import { spacePermissions } from '../../auth/access.ts'
import type { Urls } from '../../urls.ts'
import { presentUser } from '../users/present.ts'
import type { SpaceRow } from './queries.ts'

/** The default emoji: an open book. */
const noEmoji = '1f4d8'

/** A space as the API returns it. */
export function presentSpace(row: SpaceRow, urls: Urls, organizationRole: Role | null): Space {
  return {
    object: 'space',
    id: row.id,
    title: row.title,
    emoji: row.emoji ?? noEmoji,
    visibility: row.visibility,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    ...(row.updatedBy === null ? {} : { updatedBy: presentUser(row.updatedBy, urls) }),
    ...(row.deletedAt === null ? {} : { deletedAt: row.deletedAt.toISOString() }),
    editMode: row.editMode,
    organization: row.organizationId,
    ...(row.parentId === null ? {} : { parent: row.parentId }),
    ...(row.language === null ? {} : { language: row.language }),
    ...translationOf(row),
    ...(row.gitSync === null ? {} : { gitSync: row.gitSync }),
    ...(row.visibility === 'visitor-auth' ? { visitorAuth: { backend: 'custom' as const } } : {}),
    revision: row.revisionId,
    defaultLevel: row.level,
    defaultLevelFrom: row.levelFrom,
    comments: row.comments,
    changeRequests: row.changeRequests,
    changeRequestsOpen: row.changeRequestsOpen,
    changeRequestsDraft: row.changeRequestsDraft,
    mergeRules: row.mergeRules?.length ? { type: 'rules', rules: [...row.mergeRules] } : { type: 'inherit' },
    version: row.version,
    urls: urlsOf(row, urls),
    permissions: spacePermissions(row.role, organizationRole),
  }
}

/** What the space translates. */
function translationOf({
  sourceSpaceId,
  language,
  translationSettingsId,
}: SpaceRow): Pick<Space, 'translation'> {
  if (sourceSpaceId === null || language === null) return {}
  const settings = translationSettingsId === null ? {} : { settings: translationSettingsId }
  return { translation: { source: { space: sourceSpaceId }, language, ...settings } }
}

/** A space as visitors of a site may know it: without its place in the organization and the work on it. */
export function presentSpaceForVisitor(row: SpaceRow, urls: Urls): Space {
  const { parent: _, defaultLevelFrom: __, updatedBy: ___, ...space } = presentSpace(row, urls, null)
  const counts = { comments: 0, changeRequests: 0, changeRequestsOpen: 0, changeRequestsDraft: 0 }
  return { ...space, ...counts, defaultLevel: null, mergeRules: { type: 'inherit' } }
}

/** Where readers find a space: `public` only if anyone may read it. */
export function publishedUrls(
  { publishedAt, visibility }: Pick<SpaceRow, 'publishedAt' | 'visibility'>,
  urls: Urls,
): { published?: string; public?: string } {
  if (publishedAt === null) return {}
  const address = publishedAt.path && `${publishedAt.path}/`
  const published = urls.site(publishedAt.basename) + address
  return { published, ...(visibility === 'public' ? { public: published } : {}) }
}

function urlsOf(row: SpaceRow, urls: Urls): Space['urls'] {
  return {
    location: urls.location('spaces', row.id),
    app: urls.app('s', row.id),
    ...publishedUrls(row, urls),
    ...(row.icon === null ? {} : { icon: row.icon }),
  }
}
