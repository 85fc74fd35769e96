import { api } from '#contract/api.ts'
import { viewerOf } from '../../auth/viewer.ts'
import { type Context, expectVersion } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { listResponse } from '../../db/page.ts'
import { invalid } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { settingsOf, siteAuditEvent } from './audit-events.ts'
import { createSite, initialSpaces } from './create-site.ts'
import { setHostname } from './hostname.ts'
import { presentSite } from './present.ts'
import { deleteSite, organizationTitle, siteById, sitePage } from './queries.ts'
import { expectMayChange } from './rules.ts'
import { lockSpaces, spaceIdsOnSite } from './shown-space-queries.ts'
import { lockSite } from './structure-queries.ts'
import { setPublished, updateSiteSettings, withLowerCaseHost } from './update-site.ts'
import { syncSpaceVisibility } from './write-structure-queries.ts'

export const siteHandlers = handle(api.sites, {
  async list(ctx, { query }) {
    return listResponse(await sitePage(ctx.db, viewerOf(ctx), query, query), (row) =>
      presentSite(row, ctx.urls, row.role),
    )
  },

  async create(ctx, { body }) {
    const { organizationId } = ctx.access
    const id = ctx.newId()
    return ctx.write(async (tx) => {
      const title = body.title ?? (await organizationTitle(tx, organizationId))
      const spaces = await initialSpaces(tx, ctx, body.spaces ?? [], title)
      const { type = 'basic', visibility = 'public' } = body
      const { site } = await createSite(tx, { organizationId, id, type, title, visibility }, spaces, ctx)
      const spaceTitles = spaces.map(({ id: space, title: name }) => ({ space, title: name }))
      await recordAuditEvents(
        tx,
        ctx,
        siteAuditEvent('create', site, { after: { ...settingsOf(site), type, spaces: spaceTitles } }),
      )
      return answer(tx, ctx, id)
    })
  },

  async get(ctx, { params }) {
    return answer(ctx.db, ctx, params.siteId)
  },

  async update(ctx, { params: { organizationId, siteId }, body }) {
    expectMayChange(ctx.access.role, body)
    if (typeof body.proxy === 'string') expectOutside(ctx, withLowerCaseHost(body.proxy))
    return ctx.write(async (tx) => {
      await updateSiteSettings(tx, ctx, { organizationId, siteId }, body)
      return answer(tx, ctx, siteId)
    })
  },

  async delete(ctx, { params: { organizationId, siteId } }) {
    await ctx.write(async (tx) => {
      const spaceIds = await spaceIdsOnSite(tx, organizationId, siteId)
      await lockSpaces(tx, organizationId, spaceIds)
      const { site } = await lockSite(tx, organizationId, siteId)
      expectVersion(ctx, site.version)
      await deleteSite(tx, organizationId, siteId)
      await recordAuditEvents(tx, ctx, siteAuditEvent('delete', site, { before: settingsOf(site) }))
      await syncSpaceVisibility(tx, organizationId, spaceIds)
    })
    return undefined
  },

  async publish(ctx, { params }) {
    return publishOrNot(ctx, params.siteId, true)
  },

  async setHostname(ctx, { params, body: { hostname } }) {
    if (hostname === new URL(ctx.urls.base).hostname) throw ownName()
    return ctx.write(async (tx) => {
      await setHostname(tx, ctx, params.siteId, hostname)
      return answer(tx, ctx, params.siteId)
    })
  },

  async removeHostname(ctx, { params }) {
    await ctx.write((tx) => setHostname(tx, ctx, params.siteId, null))
    return undefined
  },

  async integrationScripts(ctx, { params }) {
    await siteById(ctx.db, params.organizationId, params.siteId)
    return []
  },

  async unpublish(ctx, { params }) {
    return publishOrNot(ctx, params.siteId, false)
  },
})

const ownName = () =>
  invalid([{ path: ['body', 'hostname'], message: 'This is the name of the service itself' }])

/** A proxy address below the service itself could never work. */
function expectOutside({ urls }: Pick<Context, 'urls'>, proxy: string): void {
  const [target, own] = [new URL(`https://${proxy}/`), new URL(`${urls.base}/`)]
  if (target.host !== own.host || !target.pathname.startsWith(own.pathname)) return
  throw invalid([{ path: ['body', 'proxy'], message: 'This is an address of the service itself' }])
}

const publishOrNot = (ctx: Context, siteId: string, published: boolean) =>
  ctx.write(async (tx) => {
    await setPublished(tx, ctx, siteId, published)
    return answer(tx, ctx, siteId)
  })

const answer = async (db: Db, ctx: Context, siteId: string) =>
  presentSite(await siteById(db, ctx.access.organizationId, siteId), ctx.urls, ctx.access.role)
