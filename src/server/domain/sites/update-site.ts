import type { SiteParams } from '#contract/shared/paths.ts'
import { expectVersion, type WriteContext } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { recordSiteChanges } from './change-structure.ts'
import { expectDecided } from './conditional-content.ts'
import { entrancesOf } from './entrance-queries.ts'
import { expectEntrance } from './entrances.ts'
import { type SiteChange, updateSite } from './queries.ts'
import { expectPublishable } from './rules.ts'
import { lockSpaces, spaceIdsOnSite } from './shown-space-queries.ts'
import { withDefaults, withValidDefaults } from './structure/defaults.ts'
import { lockSite, structureOf } from './structure-queries.ts'
import { syncSpaceVisibility, writeStructure } from './write-structure-queries.ts'

/** Settings of a site as a PATCH request sends them; absent ones don't change. */
type SiteSettingsInput = {
  readonly title?: string | undefined
  readonly visibility?: SiteChange['visibility'] | undefined
  readonly basename?: string | undefined
  readonly adaptiveContent?:
    | {
        readonly enabled: boolean
        readonly conditionalContent?: SiteChange['conditional_content'] | undefined
      }
    | undefined
  readonly proxy?: string | null | undefined
  readonly defaultSiteSection?: string | undefined
  readonly defaultSiteSpace?: string | undefined
}

/**
 * Changes settings of a site and records the changes. Locks its spaces first where their visibility may follow.
 *
 * @throws {DomainError} `precondition_failed` if no reader could open the published site with its new audience
 */
export async function updateSiteSettings(
  tx: Tx,
  ctx: WriteContext,
  { organizationId, siteId }: SiteParams,
  input: SiteSettingsInput,
): Promise<void> {
  const change = changeOf(input)
  const spaceIds = input.visibility === undefined ? [] : await spaceIdsOnSite(tx, organizationId, siteId)
  await lockSpaces(tx, organizationId, spaceIds)
  const before = await lockSite(tx, organizationId, siteId)
  expectVersion(ctx, before.site.version)
  const { published, visibility } = before.site
  if (published && input.visibility !== undefined && input.visibility !== visibility)
    expectEntrance(input.visibility, await entrancesOf(tx, { organizationId, siteId }, ctx.now()))
  const next = withValidDefaults(before, withDefaults(before, input))
  if (Object.keys(change).length > 0) await updateSite(tx, organizationId, siteId, change, ctx.now())
  await writeStructure(tx, before, next, { now: ctx.now() })
  await recordSiteChanges(tx, ctx, before, await structureOf(tx, organizationId, siteId))
  await syncSpaceVisibility(tx, organizationId, spaceIds)
}

const changeOf = ({
  title,
  visibility,
  basename,
  adaptiveContent,
  proxy,
}: SiteSettingsInput): SiteChange => ({
  ...(title === undefined ? {} : { title }),
  ...(visibility === undefined ? {} : { visibility }),
  ...(basename === undefined ? {} : { basename }),
  ...(adaptiveContent === undefined ? {} : conditionsChange(adaptiveContent)),
  ...(proxy === undefined ? {} : { proxy: proxy && withLowerCaseHost(proxy) }),
})

/** Switching adaptive content off without a choice shows everyone everything. */
const conditionsChange = ({
  enabled,
  conditionalContent = 'everyone',
}: NonNullable<SiteSettingsInput['adaptiveContent']>): SiteChange =>
  enabled ? { adaptive_content: true } : { adaptive_content: false, conditional_content: conditionalContent }

/** Hosts are case-insensitive, paths are not. */
export const withLowerCaseHost = (proxy: string): string =>
  proxy.replace(/^[^/]+/, (host) => host.toLowerCase())

/**
 * Publishes a site or takes it offline; without effect if it is in that state.
 *
 * @throws {DomainError} `precondition_failed` if it has no space, if no reader could open it, or if it isn't decided
 * who sees its conditional content
 */
export async function setPublished(
  tx: Tx,
  ctx: WriteContext,
  siteId: string,
  published: boolean,
): Promise<void> {
  const { organizationId } = ctx.access
  const structure = await lockSite(tx, organizationId, siteId)
  expectVersion(ctx, structure.site.version)
  if (published) expectPublishable(structure)
  if (structure.site.published === published) return
  if (published) {
    expectEntrance(structure.site.visibility, await entrancesOf(tx, { organizationId, siteId }, ctx.now()))
    await expectDecided(tx, structure)
  }
  await updateSite(tx, organizationId, siteId, { published }, ctx.now())
  await recordSiteChanges(tx, ctx, structure, await structureOf(tx, organizationId, siteId))
}
