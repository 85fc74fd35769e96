import { type CustomFieldValue, customFields } from '#contract/custom-fields.ts'
import type { Issue } from '#contract/shared/errors.ts'
import { type Context, expectVersion } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { listResponse } from '../../db/page.ts'
import { DomainError, invalid, notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { lockOrganization } from '../organizations/queries.ts'
import {
  auditStateOf,
  fieldAuditEvent,
  updateAuditEvents,
  valueAuditEvents,
  valueLossAuditEvents,
} from './audit-events.ts'
import { presentField } from './present.ts'
import {
  changeField,
  countFields,
  deleteField,
  type FieldChange,
  type FieldRow,
  fieldByName,
  fieldPage,
  insertField,
  lockField,
  lockFieldsShared,
} from './queries.ts'
import { isSelect, MAX_FIELDS, valueError, withoutRemovedOptions } from './rules.ts'
import { lockSpaceOfValues, valuesIn, valuesOf, writeValues } from './value-queries.ts'

export const customFieldHandlers = handle(customFields, {
  async list(ctx, { params, query }) {
    return listResponse(await fieldPage(ctx.db, params.organizationId, query), (row) => present(ctx, row))
  },

  async create(ctx, { params: { organizationId }, body }) {
    return ctx.write(async (tx) => {
      // Locked so that concurrent requests cannot exceed the limit together.
      await lockOrganization(tx, organizationId)
      const field = await insertField(tx, {
        organizationId,
        id: ctx.newId(),
        name: body.name,
        type: body.type,
        title: body.title || null,
        description: body.description || null,
        placeholder: body.placeholder || null,
        options: body.options ?? null,
        now: ctx.now(),
      })
      if (field === undefined) throw nameTaken(body.name)
      if ((await countFields(tx, organizationId)) > MAX_FIELDS) throw tooManyFields()
      await recordAuditEvents(tx, ctx, fieldAuditEvent('create', field, { after: auditStateOf(field) }))
      return present(ctx, field)
    })
  },

  async get(ctx, { params: { organizationId, fieldName } }) {
    return present(ctx, await fieldByName(ctx.db, organizationId, fieldName))
  },

  async update(ctx, { params: { organizationId, fieldName }, body }) {
    const change: FieldChange = {
      ...(body.title === undefined ? {} : { title: body.title || null }),
      ...(body.description === undefined ? {} : { description: body.description || null }),
      ...(body.placeholder === undefined ? {} : { placeholder: body.placeholder || null }),
      ...(body.options === undefined ? {} : { options: body.options }),
    }
    return ctx.write(async (tx) => {
      const stored = await lockField(tx, organizationId, fieldName)
      expectVersion(ctx, stored.version)
      if (body.options !== undefined && !isSelect(stored.type)) throw optionsNotAllowed(fieldName)
      if (Object.keys(change).length === 0) return present(ctx, stored)
      const field = await changeField(tx, organizationId, fieldName, change, ctx.now())
      await recordAuditEvents(tx, ctx, ...updateAuditEvents(stored, field))
      if (body.options !== undefined) await removeInvalidOptions(tx, ctx, fieldName, body.options)
      return present(ctx, field)
    })
  },

  async delete(ctx, { params: { organizationId, fieldName } }) {
    await ctx.write(async (tx) => {
      const stored = await lockField(tx, organizationId, fieldName)
      expectVersion(ctx, stored.version)
      const removed = await valuesOf(tx, organizationId, fieldName)
      await deleteField(tx, organizationId, fieldName)
      await recordAuditEvents(
        tx,
        ctx,
        fieldAuditEvent('delete', stored, { before: auditStateOf(stored) }),
        ...valueLossAuditEvents(removed, () => null),
      )
    })
    return undefined
  },

  async listOfSpace(ctx, { params: { spaceId } }) {
    const rows = await valuesIn(ctx.db, ctx.access.organizationId, spaceId)
    return rows.map(({ value, ...field }) => ({ customField: present(ctx, field), value }))
  },

  async updateOfSpace(ctx, { params: { spaceId }, body: { values } }) {
    const { organizationId } = ctx.access
    const changes = Object.entries(values).map(([field, { value }]) => ({ spaceId, field, value }))
    if (changes.length === 0) return undefined
    await ctx.write(async (tx) => {
      const space = await lockSpaceOfValues(tx, organizationId, spaceId)
      const names = changes.map(({ field }) => field)
      expectFitting(await lockFieldsShared(tx, organizationId, names), changes)
      const now = new Map(
        (await valuesIn(tx, organizationId, spaceId)).map(({ name, value }) => [name, value]),
      )
      const before = Object.fromEntries(names.map((name) => [name, now.get(name) ?? null]))
      const after = Object.fromEntries(changes.map(({ field, value }) => [field, value]))
      await writeValues(tx, organizationId, changes)
      await recordAuditEvents(tx, ctx, ...valueAuditEvents(space, before, after))
    })
    return undefined
  },
})

const present = (ctx: Context, row: FieldRow) => presentField(row, ctx.urls, ctx.access.organizationRole)

/** Removes deleted options from stored values; values without any option left are deleted. */
async function removeInvalidOptions(
  tx: Tx,
  ctx: Context,
  name: string,
  options: readonly string[],
): Promise<void> {
  const { organizationId } = ctx.access
  const invalidValues = await valuesOf(tx, organizationId, name, options)
  const remaining = ({ value }: { readonly value: CustomFieldValue }) => withoutRemovedOptions(value, options)
  await writeValues(
    tx,
    organizationId,
    invalidValues.map((row) => ({ spaceId: row.spaceId, field: name, value: remaining(row) })),
  )
  await recordAuditEvents(tx, ctx, ...valueLossAuditEvents(invalidValues, remaining))
}

/**
 * Checks all values and reports every one that does not fit.
 * @throws {DomainError} `not_found` for an unknown field, `validation` for values that do not fit
 */
function expectFitting(
  fields: readonly FieldRow[],
  changes: readonly { readonly field: string; readonly value: CustomFieldValue | null }[],
): void {
  const issues: Issue[] = []
  for (const { field: name, value } of changes) {
    const field = fields.find((one) => one.name === name)
    if (field === undefined) throw notFound('custom field', name)
    const message = value === null ? null : valueError(field, value)
    if (message !== null) issues.push({ path: ['body', 'values', name, 'value'], message })
  }
  if (issues.length > 0) throw invalid(issues)
}

function nameTaken(name: string): DomainError {
  const message = `A custom field “${name}” already exists`
  return new DomainError('conflict', message, { issues: [{ path: ['body', 'name'], message }] })
}

const tooManyFields = () =>
  new DomainError(
    'invalid_state',
    `An organization has at most ${MAX_FIELDS} custom fields. Delete one first`,
  )

const optionsNotAllowed = (name: string) =>
  invalid([
    { path: ['body', 'options'], message: `“${name}” isn’t a select field, so it can’t have options` },
  ])
