import { api } from '#contract/api.ts'
import { expectVersion } from '../../context.ts'
import { listResponse } from '../../db/page.ts'
import { handle } from '../../handle.ts'
import { difference, recordAuditEvents } from '../audit-events/record.ts'
import { pageOfItems } from '../sites/item-pages.ts'
import { siteAddress } from '../sites/present.ts'
import { lockSite } from '../sites/structure-queries.ts'
import { redirectAuditEvent, settingsOfRedirect } from './audit-events.ts'
import {
  expectDestination,
  expectNoLoop,
  expectSourceFree,
  expectSourceKey,
  expectWildcard,
} from './checks.ts'
import { presentRedirect } from './present.ts'
import { putRedirects } from './put-redirects.ts'
import { deleteRedirect, insertRedirect, redirectById, redirectPage, updateRedirect } from './queries.ts'
import { redirectFindings } from './redirect-findings.ts'
import { keyOfSource } from './rules.ts'

export const siteRedirectHandlers = handle(api.siteRedirects, {
  async list(ctx, { params, query }) {
    return listResponse(await redirectPage(ctx.db, params, query), (row) => presentRedirect(row, ctx.urls))
  },

  async findings(ctx, { params, query }) {
    const all = await redirectFindings(ctx, params)
    const keyOf = ({ source, id }: (typeof all)[number]) => [keyOfSource(source) ?? '', id]
    return pageOfItems(all, keyOf, query, (one) => one)
  },

  async create(ctx, { params, body }) {
    const { source, destination, permanent = true, draft = false, captureWildcard = false } = body
    const sourceKey = expectSourceKey(source)
    expectWildcard(sourceKey, captureWildcard)
    return ctx.write(async (tx) => {
      // The site is locked, so that concurrent requests can't use one source twice or create a loop together.
      const structure = await lockSite(tx, params.organizationId, params.siteId)
      const redirect = {
        ...params,
        id: ctx.newId(),
        source,
        sourceKey,
        destination,
        permanent,
        draft,
        captureWildcard,
      }
      await expectSourceFree(tx, redirect)
      await expectDestination(tx, structure, destination)
      await expectNoLoop(tx, siteAddress(structure.site, ctx.urls), redirect)
      const row = await insertRedirect(tx, redirect, ctx.now())
      const after = { redirect: row.id, ...settingsOfRedirect(row) }
      await recordAuditEvents(tx, ctx, redirectAuditEvent('create', structure.site, { after }))
      return presentRedirect(row, ctx.urls)
    })
  },

  putMany(ctx, { params, body }) {
    return ctx.write(async (tx) => ({ results: await putRedirects(tx, ctx, params, body) }))
  },

  async update(ctx, { params: { siteRedirectId, ...params }, body }) {
    const newKey = body.source === undefined ? null : expectSourceKey(body.source)
    return ctx.write(async (tx) => {
      const structure = await lockSite(tx, params.organizationId, params.siteId)
      const current = await redirectById(tx, params, siteRedirectId)
      expectVersion(ctx, current.version)
      const redirect = {
        ...params,
        id: current.id,
        source: body.source ?? current.source,
        sourceKey: newKey ?? current.sourceKey,
        destination: body.destination ?? current.destination,
        permanent: body.permanent ?? current.permanent,
        draft: body.draft ?? current.draft,
        captureWildcard: body.captureWildcard ?? current.captureWildcard,
      }
      const changed = difference(settingsOfRedirect(current), settingsOfRedirect(redirect))
      if (changed === null) return presentRedirect(current, ctx.urls)
      expectWildcard(redirect.sourceKey, redirect.captureWildcard)
      await expectSourceFree(tx, redirect)
      if (body.destination !== undefined) await expectDestination(tx, structure, body.destination)
      await expectNoLoop(tx, siteAddress(structure.site, ctx.urls), redirect)
      const row = await updateRedirect(tx, params, current.id, redirect, ctx.now())
      const before = { redirect: current.id, ...changed.before }
      const after = { redirect: current.id, ...changed.after }
      await recordAuditEvents(tx, ctx, redirectAuditEvent('update', structure.site, { before, after }))
      return presentRedirect(row, ctx.urls)
    })
  },

  async delete(ctx, { params: { siteRedirectId, ...params } }) {
    await ctx.write(async (tx) => {
      const { site } = await lockSite(tx, params.organizationId, params.siteId)
      const current = await redirectById(tx, params, siteRedirectId)
      expectVersion(ctx, current.version)
      await deleteRedirect(tx, params, current.id)
      const before = { redirect: current.id, ...settingsOfRedirect(current) }
      await recordAuditEvents(tx, ctx, redirectAuditEvent('delete', site, { before }))
    })
    return undefined
  },
})
