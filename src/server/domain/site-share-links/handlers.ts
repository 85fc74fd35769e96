import { api } from '#contract/api.ts'
import { hashPassword } from '../../auth/secrets.ts'
import { listResponse } from '../../db/page.ts'
import { handle } from '../../handle.ts'
import { newSecret } from '../../ids.ts'
import { difference, recordAuditEvents } from '../audit-events/record.ts'
import { siteById } from '../sites/queries.ts'
import { settingsOfLink, shareLinkAuditEvent } from './audit-events.ts'
import { presentShareLink } from './present.ts'
import { deleteShareLink, insertShareLink, lockShareLink, shareLinkPage, updateShareLink } from './queries.ts'

export const siteShareLinkHandlers = handle(api.siteShareLinks, {
  async list(ctx, { params, query: { search, ...paging } }) {
    const [site, page] = await Promise.all([
      siteById(ctx.db, params.organizationId, params.siteId),
      shareLinkPage(ctx.db, params, paging, search),
    ])
    return listResponse(page, (row) => presentShareLink(row, site, ctx.urls))
  },

  async create(ctx, { params, body: { name, expiresAt, password } }) {
    const limits = {
      expiresAt: dateOf(expiresAt),
      passwordHash: password === undefined ? null : await hashPassword(password),
    }
    return ctx.write(async (tx) => {
      const site = await siteById(tx, params.organizationId, params.siteId)
      const row = await insertShareLink(
        tx,
        { ...params, id: ctx.newId(), name, key: newSecret(), ...limits },
        ctx.now(),
      )
      const after = { shareLink: row.id, ...settingsOfLink(row) }
      await recordAuditEvents(tx, ctx, shareLinkAuditEvent('create', site, { after }))
      return presentShareLink(row, site, ctx.urls)
    })
  },

  async update(ctx, { params: { shareLinkId, ...params }, body }) {
    const passwordHash = typeof body.password === 'string' ? await hashPassword(body.password) : body.password
    return ctx.write(async (tx) => {
      const site = await siteById(tx, params.organizationId, params.siteId)
      const current = await lockShareLink(tx, params, shareLinkId)
      const next = {
        name: body.name ?? current.name,
        active: body.active ?? current.active,
        expiresAt: dateOf(body.expiresAt, current.expiresAt),
        passwordHash: passwordHash === undefined ? current.passwordHash : passwordHash,
      }
      const changed = difference(settingsOfLink(current), settingsOfLink(next))
      const isSame = changed === null && next.passwordHash === current.passwordHash
      if (isSame) return presentShareLink(current, site, ctx.urls)
      const row = await updateShareLink(tx, params, current.id, next)
      const before = { shareLink: current.id, ...changed?.before }
      const after = {
        shareLink: current.id,
        ...changed?.after,
        ...(body.password === undefined ? {} : { hasPassword: body.password !== null }),
      }
      await recordAuditEvents(tx, ctx, shareLinkAuditEvent('update', site, { before, after }))
      return presentShareLink(row, site, ctx.urls)
    })
  },

  async delete(ctx, { params: { shareLinkId, ...params } }) {
    await ctx.write(async (tx) => {
      const site = await siteById(tx, params.organizationId, params.siteId)
      const current = await lockShareLink(tx, params, shareLinkId)
      await deleteShareLink(tx, params, current.id)
      const before = { shareLink: current.id, ...settingsOfLink(current) }
      await recordAuditEvents(tx, ctx, shareLinkAuditEvent('delete', site, { before }))
    })
    return undefined
  },
})

/** The date of an optional field, with the current one if the field is absent. */
const dateOf = (text: string | null | undefined, current: Date | null = null): Date | null =>
  text === undefined ? current : text === null ? null : new Date(text)
