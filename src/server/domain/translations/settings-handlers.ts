import { translations } from '#contract/translations.ts'
import { type Context, expectVersion } from '../../context.ts'
import { listResponse } from '../../db/page.ts'
import { DomainError } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { lockOrganization } from '../organizations/queries.ts'
import { settingsAuditEvent, settingsAuditState, settingsUpdateAuditEvents } from './audit-events.ts'
import { presentSettings } from './present.ts'
import {
  changeSettings,
  countSettings,
  deleteSettings,
  insertSettings,
  lockSettings,
  type SettingsRow,
  settingsById,
  settingsPage,
} from './queries.ts'

/** Translation settings per organization. */
const MAX_SETTINGS = 100

export const translationHandlers = handle(translations, {
  async list(ctx, { params, query }) {
    return listResponse(await settingsPage(ctx.db, params.organizationId, query), (row) => present(ctx, row))
  },

  async create(ctx, { params: { organizationId }, body }) {
    return ctx.write(async (tx) => {
      // Locked so that concurrent requests cannot exceed the limit together.
      await lockOrganization(tx, organizationId)
      if ((await countSettings(tx, organizationId)) >= MAX_SETTINGS) throw tooManySettings()
      const created = await insertSettings(tx, {
        organizationId,
        id: ctx.newId(),
        title: body.title,
        languages: body.languages ?? [],
        now: ctx.now(),
      })
      const after = settingsAuditState(created)
      await recordAuditEvents(tx, ctx, settingsAuditEvent('create', created, { after }))
      return present(ctx, created)
    })
  },

  async get(ctx, { params }) {
    return present(ctx, await settingsById(ctx.db, params.organizationId, params.translationSettingsId))
  },

  async put(ctx, { params: { organizationId, translationSettingsId }, body }) {
    return ctx.write(async (tx) => {
      const stored = await lockSettings(tx, organizationId, translationSettingsId)
      expectVersion(ctx, stored.version)
      const next = { title: body.title, languages: body.languages ?? stored.languages }
      const changed = await changeSettings(tx, stored, next, ctx.now())
      await recordAuditEvents(tx, ctx, ...settingsUpdateAuditEvents(stored, changed))
      return present(ctx, changed)
    })
  },

  async delete(ctx, { params: { organizationId, translationSettingsId } }) {
    await ctx.write(async (tx) => {
      const stored = await lockSettings(tx, organizationId, translationSettingsId)
      expectVersion(ctx, stored.version)
      await deleteSettings(tx, stored)
      const before = settingsAuditState(stored)
      await recordAuditEvents(tx, ctx, settingsAuditEvent('delete', stored, { before }))
    })
    return undefined
  },
})

const present = (ctx: Context, row: SettingsRow) =>
  presentSettings(row, ctx.urls, ctx.access.organizationRole)

const tooManySettings = () =>
  new DomainError(
    'invalid_state',
    `An organization can have up to ${MAX_SETTINGS} translation settings. Delete some first`,
  )
