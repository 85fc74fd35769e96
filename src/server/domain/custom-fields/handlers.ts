import { type CustomFieldValue, customFields } from '#contract/custom-fields.ts'
import type { Issue } from '#contract/shared/errors.ts'
import { type Context, expectVersion } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { listAnswer } from '../../db/page.ts'
import { DomainError, invalid, notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { lockOrganization } from '../organizations/queries.ts'
import {
  fieldAuditEvent,
  updateAuditEvents,
  valueAuditEvents,
  valueLossAuditEvents,
  wholeOf,
} from './audit-events.ts'
import { presentField } from './present.ts'
import {
  changeField,
  countFields,
  deleteField,
  type FieldChange,
  type FieldRow,
  fieldNamed,
  fieldPage,
  insertField,
  lockField,
  lockFieldsShared,
} from './queries.ts'
import { isSelect, mostFields, stillChosen, valueFault } from './rules.ts'
import { lockSpaceOfValues, valuesIn, valuesOf, writeValues } from './value-queries.ts'

export const customFieldHandlers = handle(customFields, {
  async list(ctx, { params, query }) {
    return listAnswer(await fieldPage(ctx.db, params.organizationId, query), (row) => present(ctx, row))
  },

  async create(ctx, { params: { organizationId }, body }) {
    return ctx.write(async (tx) => {
      // One at a time, so that the number of fields is known.
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
      if (field === undefined) throw taken(body.name)
      if ((await countFields(tx, organizationId)) > mostFields) throw full()
      await recordAuditEvents(tx, ctx, fieldAuditEvent('create', field, { after: wholeOf(field) }))
      return present(ctx, field)
    })
  },

  async get(ctx, { params: { organizationId, fieldName } }) {
    return present(ctx, await fieldNamed(ctx.db, organizationId, fieldName))
  },

  async update(ctx, { params: { organizationId, fieldName }, body }) {
    const change: FieldChange = {
      ...(body.title === undefined ? {} : { title: body.title || null }),
      ...(body.description === undefined ? {} : { description: body.description || null }),
      ...(body.placeholder === undefined ? {} : { placeholder: body.placeholder || null }),
      ...(body.options === undefined ? {} : { options: body.options }),
    }
    return ctx.write(async (tx) => {
      const held = await lockField(tx, organizationId, fieldName)
      expectVersion(ctx, held.version)
      if (body.options !== undefined && !isSelect(held.type)) throw noOptions(fieldName)
      if (Object.keys(change).length === 0) return present(ctx, held)
      const field = await changeField(tx, organizationId, fieldName, change, ctx.now())
      await recordAuditEvents(tx, ctx, ...updateAuditEvents(held, field))
      if (body.options !== undefined) await dropStrays(tx, ctx, fieldName, body.options)
      return present(ctx, field)
    })
  },

  async delete(ctx, { params: { organizationId, fieldName } }) {
    await ctx.write(async (tx) => {
      const held = await lockField(tx, organizationId, fieldName)
      expectVersion(ctx, held.version)
      const lost = await valuesOf(tx, organizationId, fieldName)
      await deleteField(tx, organizationId, fieldName)
      await recordAuditEvents(
        tx,
        ctx,
        fieldAuditEvent('delete', held, { before: wholeOf(held) }),
        ...valueLossAuditEvents(lost, () => null),
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
    const given = Object.entries(values).map(([field, { value }]) => ({ spaceId, field, value }))
    if (given.length === 0) return undefined
    await ctx.write(async (tx) => {
      const space = await lockSpaceOfValues(tx, organizationId, spaceId)
      const names = given.map(({ field }) => field)
      expectFitting(await lockFieldsShared(tx, organizationId, names), given)
      const now = new Map(
        (await valuesIn(tx, organizationId, spaceId)).map(({ name, value }) => [name, value]),
      )
      const before = Object.fromEntries(names.map((name) => [name, now.get(name) ?? null]))
      const after = Object.fromEntries(given.map(({ field, value }) => [field, value]))
      await writeValues(tx, organizationId, given)
      await recordAuditEvents(tx, ctx, ...valueAuditEvents(space, before, after))
    })
    return undefined
  },
})

const present = (ctx: Context, row: FieldRow) => presentField(row, ctx.urls, ctx.access.organizationRole)

/** Values that chose an option which is no more lose it, and go when nothing is left of them. */
async function dropStrays(tx: Tx, ctx: Context, name: string, options: readonly string[]): Promise<void> {
  const { organizationId } = ctx.access
  const strays = await valuesOf(tx, organizationId, name, options)
  const left = ({ value }: { readonly value: CustomFieldValue }) => stillChosen(value, options)
  await writeValues(
    tx,
    organizationId,
    strays.map((row) => ({ spaceId: row.spaceId, field: name, value: left(row) })),
  )
  await recordAuditEvents(tx, ctx, ...valueLossAuditEvents(strays, left))
}

/** @throws {DomainError} `not_found` for a field that is not there, `validation` for values that do not fit, all named. */
function expectFitting(
  fields: readonly FieldRow[],
  given: readonly { readonly field: string; readonly value: CustomFieldValue | null }[],
): void {
  const issues: Issue[] = []
  for (const { field: name, value } of given) {
    const field = fields.find((one) => one.name === name)
    if (field === undefined) throw notFound('custom field', name)
    const message = value === null ? null : valueFault(field, value)
    if (message !== null) issues.push({ path: ['body', 'values', name, 'value'], message })
  }
  if (issues.length > 0) throw invalid(issues)
}

function taken(name: string): DomainError {
  const message = `There is a custom field “${name}” already`
  return new DomainError('conflict', message, { issues: [{ path: ['body', 'name'], message }] })
}

const full = () =>
  new DomainError(
    'invalid_state',
    `An organization has at most ${mostFields} custom fields. Delete one that is not needed first`,
  )

const noOptions = (name: string) =>
  invalid([{ path: ['body', 'options'], message: `“${name}” is no select field and takes no options` }])
