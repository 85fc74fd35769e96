import { api } from '#contract/api.ts'
import type { Overrides } from '#contract/shared/overrides.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { SiteCustomization } from '#contract/site-customization.ts'
import { type Context, expectVersion } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { handle } from '../../handle.ts'
import { newSecret } from '../../ids.ts'
import { type AuditEventInput, difference, recordAuditEvents } from '../audit-events/record.ts'
import { addressesOf, encodedAddress } from '../sites/structure/addresses.ts'
import { itemOf } from '../sites/structure/positions.ts'
import { expectValidCondition } from '../sites/structure/section-rules.ts'
import type { SiteRow, Structure } from '../sites/structure/structure.ts'
import { lockSite, structureOf } from '../sites/structure-queries.ts'
import {
  currentCustomization,
  overridesOf,
  type Versioned,
  writeCustomization,
  writeOverrides,
  writePreview,
} from './queries.ts'
import { changedOverrides, customizationWith, expectComplete } from './rules.ts'

const PREVIEW_LIFETIME_MS = 3_600_000

type SiteSpaceParams = SiteParams & { readonly siteSpaceId: string }

export const siteCustomizationHandlers = handle(api.siteCustomization, {
  async get(ctx, { params }) {
    const { site } = await structureOf(ctx.db, params.organizationId, params.siteId)
    return present(await currentCustomization(ctx.db, site))
  },

  async put(ctx, { params, body }) {
    for (const { condition } of body.header.links)
      if (condition !== undefined) expectValidCondition(condition)
    return ctx.write(async (tx) => {
      const { site } = await lockSite(tx, params.organizationId, params.siteId)
      const current = await currentCustomization(tx, site)
      expectVersion(ctx, current.version)
      const changed = difference(current.value, body)
      if (changed === null) return present(current)
      await writeCustomization(tx, params, body)
      await recordAuditEvents(tx, ctx, customizationAuditEvent('site.customization', site, changed))
      return present({ value: body, version: current.version + 1 })
    })
  },

  async preview(ctx, { params, body: { customization, siteSpace } }) {
    const key = newSecret()
    const expiresAt = new Date(ctx.now().getTime() + PREVIEW_LIFETIME_MS)
    return ctx.write(async (tx) => {
      const structure = await structureOf(tx, params.organizationId, params.siteId)
      if (siteSpace !== undefined) itemOf(structure, 'site-space', siteSpace)
      const preview = {
        siteSpace: siteSpace ?? null,
        customization,
        key,
        expiresAt,
        userId: ctx.caller.userId,
      }
      await writePreview(tx, params, preview, ctx.now())
      const address = siteSpace === undefined ? '' : (addressesOf(structure).get(siteSpace) ?? '')
      const siteUrl = `${ctx.urls.base}/preview/${key}/sites/${structure.site.basename}/`
      return {
        object: 'site-preview' as const,
        url: siteUrl + encodedAddress(address),
        expiresAt: expiresAt.toISOString(),
      }
    })
  },

  async getForSiteSpace(ctx, { params }) {
    const structure = await structureOf(ctx.db, params.organizationId, params.siteId)
    return presentSpace(await siteSpaceCustomization(ctx.db, structure, params))
  },

  async updateForSiteSpace(ctx, { params, body }) {
    return ctx.write((tx) => updateOverrides(tx, ctx, params, (current) => changedOverrides(current, body)))
  },

  async deleteForSiteSpace(ctx, { params }) {
    await ctx.write((tx) => updateOverrides(tx, ctx, params, () => ({})))
    return undefined
  },
})

async function siteSpaceCustomization(db: Db | Tx, structure: Structure, params: SiteSpaceParams) {
  const siteSpace = itemOf(structure, 'site-space', params.siteSpaceId)
  const customization = await currentCustomization(db, structure.site)
  const overrides = (await overridesOf(db, params)).get(siteSpace.id) ?? { value: {}, version: 0 }
  return { siteSpace, customization: customization.value, overrides }
}

async function updateOverrides(
  tx: Tx,
  ctx: Context,
  params: SiteSpaceParams,
  change: (current: Overrides) => Overrides,
) {
  const structure = await lockSite(tx, params.organizationId, params.siteId)
  const current = await siteSpaceCustomization(tx, structure, params)
  expectVersion(ctx, current.overrides.version)
  const overrides = change(current.overrides.value)
  const changed = difference(current.overrides.value, overrides)
  if (changed === null) return presentSpace(current)
  expectComplete(current.customization, overrides)
  await writeOverrides(tx, params, current.siteSpace.id, overrides)
  const subject = { siteSpace: current.siteSpace.id }
  await recordAuditEvents(
    tx,
    ctx,
    customizationAuditEvent('site.space-customization', structure.site, {
      before: { ...subject, ...changed.before },
      after: { ...subject, ...changed.after },
    }),
  )
  return presentSpace({ ...current, overrides: { value: overrides, version: current.overrides.version + 1 } })
}

const present = ({ value, version }: Versioned<SiteCustomization>) => ({ ...value, version })

const presentSpace = ({
  customization,
  overrides: { value, version },
}: Awaited<ReturnType<typeof siteSpaceCustomization>>) => ({
  ...customizationWith(customization, value),
  version,
  hasOverrides: Object.keys(value).length > 0,
  overrides: value,
})

const customizationAuditEvent = (
  action: 'site.customization' | 'site.space-customization',
  { id, title }: Pick<SiteRow, 'id' | 'title'>,
  sides: Pick<AuditEventInput, 'before' | 'after'>,
): AuditEventInput => ({ action, target: { type: 'site', id, label: title }, ...sides })
