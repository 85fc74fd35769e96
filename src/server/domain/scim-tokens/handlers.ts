import { MAX_SCIM_TOKENS, type ScimToken, scimTokens } from '#contract/scim-tokens.ts'
import { listResponse } from '../../db/page.ts'
import { DomainError, notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { newSecret } from '../../ids.ts'
import type { Urls } from '../../urls.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { lockOrganization } from '../organizations/queries.ts'
import {
  countScimTokens,
  deleteScimToken,
  insertScimToken,
  type ScimTokenRow,
  scimTokenPage,
} from './queries.ts'

/** The prefix of every provisioning token, so that secret scanners find leaked ones. */
const PREFIX = 'lcs_'

export const scimTokenHandlers = handle(scimTokens, {
  async list(ctx, { params, query }) {
    const page = await scimTokenPage(ctx.db, params.organizationId, query)
    return listResponse(page, (row) => present(row, ctx.urls))
  },

  async create(ctx, { params: { organizationId }, body: { label } }) {
    const secret = PREFIX + newSecret()
    const row = await ctx.write(async (tx) => {
      // Locked so that concurrent requests cannot exceed the limit together.
      await lockOrganization(tx, organizationId)
      if ((await countScimTokens(tx, organizationId)) >= MAX_SCIM_TOKENS) throw tooManyTokens()
      const created = await insertScimToken(tx, {
        organizationId,
        id: ctx.newId(),
        label,
        secret,
        createdBy: ctx.caller.userId,
        now: ctx.now(),
      })
      await recordAuditEvents(tx, ctx, {
        action: 'scim-token.create',
        target: { type: 'scim-token', id: created.id, label },
        after: { label },
      })
      return created
    })
    const baseURL = `${ctx.urls.base}/scim/v2/${organizationId}`
    return { ...present(row, ctx.urls), token: secret, baseURL }
  },

  async delete(ctx, { params: { organizationId, scimTokenId } }) {
    await ctx.write(async (tx) => {
      const deleted = await deleteScimToken(tx, organizationId, scimTokenId)
      if (deleted === undefined) throw notFound('provisioning token', scimTokenId)
      await recordAuditEvents(tx, ctx, {
        action: 'scim-token.delete',
        target: { type: 'scim-token', id: scimTokenId, label: deleted.label },
        before: { label: deleted.label },
      })
    })
    return undefined
  },
})

const present = (row: ScimTokenRow, urls: Urls): ScimToken => ({
  object: 'scim-token',
  id: row.id,
  label: row.label,
  createdAt: row.createdAt.toISOString(),
  ...(row.lastUsedAt === null ? {} : { lastUsedAt: row.lastUsedAt.toISOString() }),
  urls: { location: urls.location('orgs', row.organizationId, 'scim-tokens', row.id) },
})

const tooManyTokens = () =>
  new DomainError(
    'invalid_state',
    `An organization can have ${MAX_SCIM_TOKENS} provisioning tokens. Revoke one you no longer need first`,
  )
