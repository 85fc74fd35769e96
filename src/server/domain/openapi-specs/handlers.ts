import { MAX_SPECS, openapiSpecs } from '#contract/openapi-specs.ts'
import { viewerOf } from '../../auth/viewer.ts'
import { type Context, expectVersion } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { listResponse } from '../../db/page.ts'
import { notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { lockOrganization } from '../organizations/queries.ts'
import { sourceOf, specAuditEvent } from './audit-events.ts'
import { presentOperationLine, presentSpec, presentUse, presentVersion } from './present.ts'
import {
  countSpecs,
  deleteSpec,
  findOperation,
  insertSpec,
  lockSpec,
  operationPage,
  requestReading,
  type SpecRow,
  setVisibility,
  specById,
  specBySlug,
  specPage,
  storeUploadedText,
  versionContent,
  versionOf,
  versionPage,
  versionText,
} from './queries.ts'
import { expectFitting, readingKey, type Source, slugTaken, tooManySpecs } from './rules.ts'
import { usePage } from './use-queries.ts'

export const openapiSpecHandlers = handle(openapiSpecs, {
  async list(ctx, { params, query }) {
    return listResponse(await specPage(ctx.db, params.organizationId, query), (row) => present(ctx, row))
  },

  async create(ctx, { params: { organizationId }, body: { slug, source } }) {
    expectFitting(source)
    return ctx.write(async (tx) => present(ctx, await add(tx, ctx, organizationId, { slug, source })))
  },

  async get(ctx, { params: { organizationId, specSlug } }) {
    return present(ctx, await specBySlug(ctx.db, organizationId, specSlug))
  },

  async put(ctx, { params: { organizationId, specSlug }, body: { source } }) {
    expectFitting(source)
    return ctx.write(async (tx) => {
      const stored = await lockSpec(tx, organizationId, specSlug)
      if (stored === undefined) {
        if (ctx.ifMatch !== null) throw notFound('OpenAPI specification', specSlug)
        return present(ctx, await add(tx, ctx, organizationId, { slug: specSlug, source }))
      }
      expectVersion(ctx, stored.version)
      const sourceUrl = source.url ?? null
      await requestReading(tx, stored, { sourceUrl, now: ctx.now() })
      await enqueueReading(tx, ctx, stored, source.text ?? null)
      const isSame = sourceUrl !== null && sourceUrl === stored.sourceUrl
      const sides = { before: sourceOf(stored.sourceUrl), after: sourceOf(sourceUrl) }
      if (!isSame) await recordAuditEvents(tx, ctx, specAuditEvent('update', stored, sides))
      return present(ctx, await specBySlug(tx, organizationId, specSlug))
    })
  },

  async update(ctx, { params: { organizationId, specSlug }, body: { visibility } }) {
    return ctx.write(async (tx) => {
      const stored = await lockExpectedVersion(tx, ctx, organizationId, specSlug)
      if (visibility === undefined || visibility === stored.visibility) return present(ctx, stored)
      await setVisibility(tx, stored, visibility, ctx.now())
      const sides = { before: { visibility: stored.visibility }, after: { visibility } }
      await recordAuditEvents(tx, ctx, specAuditEvent('update', stored, sides))
      return present(ctx, await specBySlug(tx, organizationId, specSlug))
    })
  },

  async delete(ctx, { params: { organizationId, specSlug } }) {
    await ctx.write(async (tx) => {
      const stored = await lockExpectedVersion(tx, ctx, organizationId, specSlug)
      await deleteSpec(tx, stored)
      const before = { slug: stored.slug, visibility: stored.visibility, ...sourceOf(stored.sourceUrl) }
      await recordAuditEvents(tx, ctx, specAuditEvent('delete', stored, { before }))
    })
    return undefined
  },

  async listOperations(ctx, { params: { organizationId, specSlug }, query: { search = '', ...paging } }) {
    const spec = await specBySlug(ctx.db, organizationId, specSlug)
    return listResponse(await operationPage(ctx.db, spec, search, paging), presentOperationLine)
  },

  async getOperation(ctx, { params: { organizationId, specSlug }, query }) {
    const spec = await specBySlug(ctx.db, organizationId, specSlug)
    const operation = await findOperation(ctx.db, spec, query)
    if (operation === undefined) throw notFound('operation', `${query.method} ${query.path}`)
    return operation
  },

  async listUses(ctx, { params: { organizationId, specSlug }, query }) {
    const spec = await specBySlug(ctx.db, organizationId, specSlug)
    return listResponse(await usePage(ctx.db, viewerOf(ctx), spec, query), (row) => presentUse(row, ctx.urls))
  },

  async listVersions(ctx, { params: { organizationId, specSlug }, query }) {
    const spec = await specBySlug(ctx.db, organizationId, specSlug)
    return listResponse(await versionPage(ctx.db, spec, query), (row) => presentVersion(spec, row, ctx.urls))
  },

  async latestVersion(ctx, { params: { organizationId, specSlug } }) {
    const { spec, newest } = await withNewest(ctx, organizationId, specSlug)
    return presentVersion(spec, await versionOf(ctx.db, spec, newest), ctx.urls)
  },

  async latestContent(ctx, { params: { organizationId, specSlug } }) {
    const { spec, newest } = await withNewest(ctx, organizationId, specSlug)
    return contentOf(ctx, spec, newest)
  },

  async latestText(ctx, { params: { organizationId, specSlug } }) {
    const { spec, newest } = await withNewest(ctx, organizationId, specSlug)
    return versionText(ctx.db, spec, newest)
  },

  async getVersion(ctx, { params: { organizationId, specSlug, versionId } }) {
    const spec = await specBySlug(ctx.db, organizationId, specSlug)
    return presentVersion(spec, await versionOf(ctx.db, spec, versionId), ctx.urls)
  },

  async getContent(ctx, { params: { organizationId, specSlug, versionId } }) {
    return contentOf(ctx, await specBySlug(ctx.db, organizationId, specSlug), versionId)
  },
})

const present = (ctx: Context, row: SpecRow) => presentSpec(row, ctx.urls, ctx.access.organizationRole)

async function add(
  tx: Tx,
  ctx: Context,
  organizationId: string,
  { slug, source }: { readonly slug: string; readonly source: Source },
): Promise<SpecRow> {
  // Locked so that concurrent requests cannot exceed the limit together.
  await lockOrganization(tx, organizationId)
  const ref = { organizationId, id: ctx.newId(), slug }
  const sourceUrl = source.url ?? null
  if (!(await insertSpec(tx, { ...ref, sourceUrl, now: ctx.now() }))) throw slugTaken(slug)
  if ((await countSpecs(tx, organizationId)) > MAX_SPECS) throw tooManySpecs()
  await enqueueReading(tx, ctx, ref, source.text ?? null)
  await recordAuditEvents(tx, ctx, specAuditEvent('create', ref, { after: { slug, ...sourceOf(sourceUrl) } }))
  return (await specById(tx, organizationId, ref.id)) as SpecRow
}

/** Queues the reading of a specification, which starts when the transaction is committed. */
async function enqueueReading(
  tx: Tx,
  ctx: Context,
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
  text: string | null,
): Promise<void> {
  await storeUploadedText(tx, { organizationId, id }, text)
  await ctx.jobs.enqueue(tx, 'read-openapi-spec', { organizationId, specId: id }, { key: readingKey(id) })
}

/** Locks a specification until the transaction ends and checks its version. */
async function lockExpectedVersion(
  tx: Tx,
  ctx: Context,
  organizationId: string,
  slug: string,
): Promise<SpecRow> {
  const stored = await lockSpec(tx, organizationId, slug)
  if (stored === undefined) throw notFound('OpenAPI specification', slug)
  expectVersion(ctx, stored.version)
  return stored
}

async function withNewest(ctx: Context, organizationId: string, slug: string) {
  const spec = await specBySlug(ctx.db, organizationId, slug)
  if (spec.lastVersionId === null) throw notFound('version of', slug)
  return { spec, newest: spec.lastVersionId }
}

async function contentOf(ctx: Context, spec: SpecRow, versionId: string) {
  const row = await versionContent(ctx.db, spec, versionId)
  const { url } = presentVersion(spec, row, ctx.urls)
  const isPublic = spec.visibility === 'public'
  const urls = { source: url, public: isPublic ? ctx.urls.spec(spec.organizationId, spec.slug) : null }
  return { filesystem: { ...row.documents }, url, urls }
}
