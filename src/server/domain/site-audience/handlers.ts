import { api } from '#contract/api.ts'
import type { VisitorSchema } from '#contract/site-audience.ts'
import { expectVersion } from '../../context.ts'
import { handle } from '../../handle.ts'
import { difference, recordAuditEvents } from '../audit-events/record.ts'
import { entrancesOf } from '../sites/entrance-queries.ts'
import { addressesOfSite } from '../sites/present.ts'
import { siteById } from '../sites/queries.ts'
import { lockSite } from '../sites/structure-queries.ts'
import { pageCount, type SchemaRow, schemaOf, writeSchema } from './queries.ts'
import { templatesFrom } from './rules.ts'

/** Without a saved schema, visitors have only unsigned claims. */
const DEFAULT_SCHEMA: VisitorSchema = {
  type: 'object',
  properties: { unsigned: { type: 'object', properties: {}, additionalProperties: false } },
  additionalProperties: false,
}

export const siteAudienceHandlers = handle(api.siteAudience, {
  async get(ctx, { params }) {
    const [site, pages, { shareLinks, signInURL }] = await Promise.all([
      siteById(ctx.db, params.organizationId, params.siteId),
      pageCount(ctx.db, params),
      entrancesOf(ctx.db, params, ctx.now()),
    ])
    return {
      object: 'site-audience' as const,
      visibility: site.visibility,
      published: site.published,
      addresses: addressesOfSite(site, ctx.urls),
      pages,
      shareLinks,
      ...(signInURL === null ? {} : { signInURL }),
    }
  },

  async getSchema(ctx, { params }) {
    const site = await siteById(ctx.db, params.organizationId, params.siteId)
    return present((await schemaOf(ctx.db, params)) ?? defaultSchema(site.createdAt))
  },

  async templates(ctx, { params }) {
    const { createdAt } = await siteById(ctx.db, params.organizationId, params.siteId)
    const { jsonSchema } = (await schemaOf(ctx.db, params)) ?? defaultSchema(createdAt)
    return { items: templatesFrom(jsonSchema) }
  },

  async putSchema(ctx, { params, body: { jsonSchema } }) {
    return ctx.write(async (tx) => {
      const { site } = await lockSite(tx, params.organizationId, params.siteId)
      const current = (await schemaOf(tx, params)) ?? defaultSchema(site.createdAt)
      expectVersion(ctx, current.version)
      const changed = difference({ jsonSchema: current.jsonSchema }, { jsonSchema })
      if (changed === null) return present(current)
      const updatedAt = ctx.now()
      await writeSchema(tx, params, jsonSchema, updatedAt)
      const target = { type: 'site', id: site.id, label: site.title } as const
      await recordAuditEvents(tx, ctx, { action: 'site.adaptive-schema', target, ...changed })
      return present({ jsonSchema, version: current.version + 1, updatedAt })
    })
  },
})

const defaultSchema = (createdAt: Date): SchemaRow => ({
  jsonSchema: DEFAULT_SCHEMA,
  version: 0,
  updatedAt: createdAt,
})

const present = ({ jsonSchema, version, updatedAt }: SchemaRow) => ({
  object: 'site-adaptive-schema' as const,
  jsonSchema,
  updatedAt: updatedAt.toISOString(),
  version,
})
