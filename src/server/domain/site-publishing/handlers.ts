import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { PublishingAuth } from '#contract/site-publishing.ts'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { DomainError, invalid } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { newSecret } from '../../ids.ts'
import { type AuditEventInput, difference, recordAuditEvents } from '../audit-events/record.ts'
import { siteById } from '../sites/queries.ts'
import {
  lockPublishingAuth,
  type PublishingAuthRow,
  publishingAuth,
  updatePublishingAuth,
} from './queries.ts'

export const sitePublishingHandlers = handle(api.sitePublishing, {
  async getAuth(ctx, { params }) {
    await visitorSite(ctx.db, params)
    const existing = await publishingAuth(ctx.db, params)
    if (existing !== undefined) return present(existing)
    return ctx.write(async (tx) => present(await lockPublishingAuth(tx, params, newSecret())))
  },

  async updateAuth(ctx, { params, body }) {
    if (body.backend !== 'custom') throw noIntegration()
    return ctx.write(async (tx) => {
      // Also before the audience changes, so that visitors can sign in from the first moment.
      const site = await siteById(tx, params.organizationId, params.siteId)
      const current = await lockPublishingAuth(tx, params, newSecret())
      const next: PublishingAuthRow = {
        ...current,
        fallbackURL: body.fallbackURL === undefined ? current.fallbackURL : body.fallbackURL,
        logoutURL: body.logoutURL === undefined ? current.logoutURL : body.logoutURL,
      }
      const changed = difference(settingsOf(current), settingsOf(next))
      if (changed === null) return present(current)
      await updatePublishingAuth(tx, params, next)
      await recordAuditEvents(tx, ctx, visitorAuthAuditEvent('site.visitor-auth', site, changed))
      return present(next)
    })
  },

  async regenerateAuth(ctx, { params }) {
    return ctx.write(async (tx) => regenerate(tx, ctx, params))
  },
})

async function regenerate(tx: Tx, ctx: Context, params: SiteParams): Promise<PublishingAuth> {
  const site = await visitorSite(tx, params)
  const renewed = { ...(await lockPublishingAuth(tx, params, newSecret())), privateKey: newSecret() }
  await updatePublishingAuth(tx, params, renewed)
  await recordAuditEvents(tx, ctx, visitorAuthAuditEvent('site.visitor-key', site, {}))
  return present(renewed)
}

/** The site, if it has visitor authentication. @throws {DomainError} `validation` if it doesn't. */
async function visitorSite(db: Db | Tx, { organizationId, siteId }: SiteParams) {
  const site = await siteById(db, organizationId, siteId)
  if (site.visibility === 'visitor-auth') return site
  throw new DomainError(
    'validation',
    'Visitors of this site don’t sign in. Set its visibility to “visitor-auth” first',
  )
}

const noIntegration = () =>
  invalid([{ path: ['body', 'backend'], message: 'There are no integrations. Use “custom”' }])

/** The settings as a PATCH request sets them. Audit events never contain the key. */
const settingsOf = ({ fallbackURL, logoutURL }: PublishingAuthRow) => ({ fallbackURL, logoutURL })

const visitorAuthAuditEvent = (
  action: 'site.visitor-auth' | 'site.visitor-key',
  { id, title }: { readonly id: string; readonly title: string },
  sides: Pick<AuditEventInput, 'before' | 'after'>,
): AuditEventInput => ({ action, target: { type: 'site', id, label: title }, ...sides })

const present = ({ backend, privateKey, fallbackURL, logoutURL }: PublishingAuthRow): PublishingAuth => ({
  object: 'publishing-auth',
  backend,
  privateKey,
  ...(fallbackURL === null ? {} : { fallbackURL }),
  ...(logoutURL === null ? {} : { logoutURL }),
})
