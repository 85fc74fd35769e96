import { api } from '#contract/api.ts'
import { type Context, expectVersion } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { listAnswer } from '../../db/page.ts'
import { invalid } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { record } from '../audit-events/record.ts'
import { viewerOf } from '../library/place.ts'
import { holdSpaces, spaceIdsOf } from '../site-spaces/queries.ts'
import { settingsOf, siteAct } from '../site-structure/acts.ts'
import { defaultsSet, settled } from '../site-structure/arranging/defaults.ts'
import { holdSite, structureOf } from '../site-structure/queries.ts'
import { recorded } from '../site-structure/recorded.ts'
import { mirrorVisibility, writeStructure } from '../site-structure/writing-queries.ts'
import { beginSite, spacesToBeginWith } from './beginning.ts'
import { setHostname } from './hostname.ts'
import { presentSite } from './present.ts'
import {
  changeSite,
  deleteSite,
  type SiteChange,
  sitePage,
  siteWith,
  titleOfOrganization,
} from './queries.ts'
import { mayBePublished, mayChange } from './rules.ts'

export const siteHandlers = handle(api.sites, {
  async list(ctx, { query }) {
    return listAnswer(await sitePage(ctx.db, viewerOf(ctx), query, query), (row) =>
      presentSite(row, ctx.urls, row.role),
    )
  },

  async create(ctx, { body }) {
    const { organizationId } = ctx.access
    const id = ctx.newId()
    return ctx.write(async (tx) => {
      const title = body.title ?? (await titleOfOrganization(tx, organizationId))
      const spaces = await spacesToBeginWith(tx, ctx, body.spaces ?? [], title)
      const { type = 'basic', visibility = 'public' } = body
      const { site } = await beginSite(tx, { organizationId, id, type, title, visibility }, spaces, ctx)
      const shown = spaces.map(({ id: space, title: name }) => ({ space, title: name }))
      await record(tx, ctx, siteAct('create', site, { after: { ...settingsOf(site), type, spaces: shown } }))
      return answer(tx, ctx, id)
    })
  },

  async get(ctx, { params }) {
    return answer(ctx.db, ctx, params.siteId)
  },

  async update(ctx, { params: { organizationId, siteId }, body }) {
    const change = changeOf(body)
    mayChange(ctx.access.role, body)
    if (typeof change.proxy === 'string') expectOutside(ctx, change.proxy)
    return ctx.write(async (tx) => {
      const shown = body.visibility === undefined ? [] : await spaceIdsOf(tx, organizationId, siteId)
      await holdSpaces(tx, organizationId, shown)
      const before = await holdSite(tx, organizationId, siteId)
      expectVersion(ctx, before.site.version)
      const pointed = settled(before, defaultsSet(before, body))
      if (Object.keys(change).length > 0) await changeSite(tx, organizationId, siteId, change, ctx.now())
      await writeStructure(tx, before, pointed, { now: ctx.now() })
      await recorded(tx, ctx, before, await structureOf(tx, organizationId, siteId))
      await mirrorVisibility(tx, organizationId, shown)
      return answer(tx, ctx, siteId)
    })
  },

  async delete(ctx, { params: { organizationId, siteId } }) {
    await ctx.write(async (tx) => {
      const shown = await spaceIdsOf(tx, organizationId, siteId)
      await holdSpaces(tx, organizationId, shown)
      const { site } = await holdSite(tx, organizationId, siteId)
      expectVersion(ctx, site.version)
      await deleteSite(tx, organizationId, siteId)
      await record(tx, ctx, siteAct('delete', site, { before: settingsOf(site) }))
      await mirrorVisibility(tx, organizationId, shown)
    })
    return undefined
  },

  async publish(ctx, { params }) {
    return setPublished(ctx, params.siteId, true)
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
    await siteWith(ctx.db, params.organizationId, params.siteId)
    return []
  },

  async unpublish(ctx, { params }) {
    return setPublished(ctx, params.siteId, false)
  },
})

const ownName = () =>
  invalid([{ path: ['body', 'hostname'], message: 'This is the name of the service itself' }])

/** A proxy of somebody cannot show a site at an address that is answered here. */
function expectOutside({ urls }: Pick<Context, 'urls'>, proxy: string): void {
  const [asked, own] = [new URL(`https://${proxy}/`), new URL(`${urls.base}/`)]
  if (asked.host !== own.host || !asked.pathname.startsWith(own.pathname)) return
  throw invalid([{ path: ['body', 'proxy'], message: 'This is an address of the service itself' }])
}

const setPublished = (ctx: Context, siteId: string, published: boolean) =>
  ctx.write(async (tx) => {
    const { organizationId } = ctx.access
    const structure = await holdSite(tx, organizationId, siteId)
    expectVersion(ctx, structure.site.version)
    if (published) mayBePublished(structure)
    if (structure.site.published !== published) {
      await changeSite(tx, organizationId, siteId, { published }, ctx.now())
      await recorded(tx, ctx, structure, await structureOf(tx, organizationId, siteId))
    }
    return answer(tx, ctx, siteId)
  })

type Body = {
  readonly title?: string | undefined
  readonly visibility?: SiteChange['visibility'] | undefined
  readonly basename?: string | undefined
  readonly adaptiveContent?: { readonly enabled: boolean } | undefined
  readonly proxy?: string | null | undefined
}

const changeOf = ({ title, visibility, basename, adaptiveContent, proxy }: Body): SiteChange => ({
  ...(title === undefined ? {} : { title }),
  ...(visibility === undefined ? {} : { visibility }),
  ...(basename === undefined ? {} : { basename }),
  ...(adaptiveContent === undefined ? {} : { adaptive_content: adaptiveContent.enabled }),
  ...(proxy === undefined ? {} : { proxy: proxy && withSmallHost(proxy) }),
})

/** Hosts are the same in whatever letters, paths are not. */
const withSmallHost = (proxy: string): string => proxy.replace(/^[^/]+/, (host) => host.toLowerCase())

const answer = async (db: Db, ctx: Context, siteId: string) =>
  presentSite(await siteWith(db, ctx.access.organizationId, siteId), ctx.urls, ctx.access.role)
