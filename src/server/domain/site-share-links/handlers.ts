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
      const held = await lockShareLink(tx, params, shareLinkId)
      const wanted = {
        name: body.name ?? held.name,
        active: body.active ?? held.active,
        expiresAt: dateOf(body.expiresAt, held.expiresAt),
        passwordHash: passwordHash === undefined ? held.passwordHash : passwordHash,
      }
      const changed = difference(settingsOfLink(held), settingsOfLink(wanted))
      const isSame = changed === null && wanted.passwordHash === held.passwordHash
      if (isSame) return presentShareLink(held, site, ctx.urls)
      const row = await updateShareLink(tx, params, held.id, wanted)
      const before = { shareLink: held.id, ...changed?.before }
      const after = {
        shareLink: held.id,
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
      const held = await lockShareLink(tx, params, shareLinkId)
      await deleteShareLink(tx, params, held.id)
      const before = { shareLink: held.id, ...settingsOfLink(held) }
      await recordAuditEvents(tx, ctx, shareLinkAuditEvent('delete', site, { before }))
    })
    return undefined
  },
})

/** A time that was given; what is there already where none was. */
const dateOf = (given: string | null | undefined, held: Date | null = null): Date | null =>
  given === undefined ? held : given === null ? null : new Date(given)
