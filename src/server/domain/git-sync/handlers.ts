import { randomBytes } from 'node:crypto'
import { spaceGitSyncs } from '#contract/space-git-sync.ts'
import { type Context, expectVersion } from '../../context.ts'
import { listResponse } from '../../db/page.ts'
import { removeRepository } from '../../git-sync/repository.ts'
import { recordOnSpace } from '../../git-sync/space-queries.ts'
import { handle } from '../../handle.ts'
import { seal } from '../../sealing.ts'
import { difference, recordAuditEvents } from '../audit-events/record.ts'
import { auditStateOf, gitSyncAuditEvent } from './audit-events.ts'
import { storedCredentials } from './credentials.ts'
import { enqueueSync } from './enqueue.ts'
import { presentGitSync, presentRun } from './present.ts'
import {
  deleteGitSync,
  type GitSyncUpdate,
  gitSyncOf,
  insertGitSync,
  lockGitSync,
  runPage,
  spaceTitleOf,
  updateGitSync,
} from './queries.ts'
import {
  alreadyConnected,
  branchName,
  checkedAddress,
  expectActive,
  expectMayBypassRules,
  normalizedFolder,
} from './rules.ts'

const refOf = (ctx: Context, spaceId: string) => ({ organizationId: ctx.access.organizationId, spaceId })
const newSecret = () => randomBytes(24).toString('base64url')

export const spaceGitSyncHandlers = handle(spaceGitSyncs, {
  async get(ctx, { params: { spaceId } }) {
    return presentGitSync(await gitSyncOf(ctx.db, refOf(ctx, spaceId)), ctx.urls)
  },

  async connect(ctx, { params: { spaceId }, body }) {
    const at = refOf(ctx, spaceId)
    const { credentials, importMode, firstSync, pollMinutes } = body
    expectMayBypassRules(ctx.access.role, importMode)
    const url = checkedAddress(body.url, credentials.type, ctx.config)
    const stored = await storedCredentials(ctx.config, credentials)
    const secret = newSecret()
    const webhookSecret = await seal(ctx.config, secret)
    // The files of an earlier connection belong to another repository.
    await removeRepository(ctx.config, at)
    const row = await ctx.write(async (tx) => {
      const { title } = await spaceTitleOf(tx, at)
      const isConnected = await insertGitSync(tx, {
        ...at,
        ...stored,
        webhookId: ctx.newId(),
        webhookSecret,
        url,
        branch: branchName(body.branch),
        folder: normalizedFolder(body.folder),
        importMode,
        firstSync,
        pollMinutes,
        // A generated key has to be added to the repository first.
        paused: credentials.type === 'ssh' && credentials.privateKey === undefined,
        by: ctx.caller.userId,
        now: ctx.now(),
      })
      if (!isConnected) throw alreadyConnected()
      const created = await gitSyncOf(tx, at)
      await recordOnSpace(tx, at, created, ctx.now())
      const after = { ...auditStateOf(created), firstSync }
      await recordAuditEvents(tx, ctx, gitSyncAuditEvent('connect', { id: spaceId, title }, { after }))
      if (!created.paused) await enqueueSync(ctx.jobs, tx, at, 'connected')
      return created
    })
    return { ...presentGitSync(row, ctx.urls), webhookSecret: secret }
  },

  async update(ctx, { params: { spaceId }, body }) {
    const at = refOf(ctx, spaceId)
    const stored =
      body.credentials === undefined ? undefined : await storedCredentials(ctx.config, body.credentials)
    return ctx.write(async (tx) => {
      const { title } = await spaceTitleOf(tx, at)
      const before = await lockGitSync(tx, at)
      expectVersion(ctx, before.version)
      expectMayBypassRules(ctx.access.role, body.importMode, before.importMode)
      if (stored !== undefined) checkedAddress(before.url, stored.secretType, ctx.config)
      const change: GitSyncUpdate = {
        ...(body.importMode === undefined ? {} : { import_mode: body.importMode }),
        ...(body.pollMinutes === undefined ? {} : { poll_minutes: body.pollMinutes }),
        ...(body.paused === undefined ? {} : { paused: body.paused }),
        ...(body.trustNewHostKey === true ? { host_key: null } : {}),
        ...(stored === undefined
          ? {}
          : {
              secret_type: stored.secretType,
              secret: stored.secret,
              username: stored.username,
              public_key: stored.publicKey,
            }),
        next_poll_at: ctx.now(),
      }
      await updateGitSync(tx, at, change)
      const after = await gitSyncOf(tx, at)
      const space = { id: spaceId, title }
      const sides = difference(auditStateOf(before), auditStateOf(after))
      await recordAuditEvents(
        tx,
        ctx,
        ...(sides === null ? [] : [gitSyncAuditEvent('update', space, sides)]),
        ...(stored !== undefined || body.trustNewHostKey === true
          ? [gitSyncAuditEvent('credentials', space, { after: { type: after.secretType } })]
          : []),
      )
      if (!after.paused) await enqueueSync(ctx.jobs, tx, at, 'manual')
      return presentGitSync(after, ctx.urls)
    })
  },

  async delete(ctx, { params: { spaceId } }) {
    const at = refOf(ctx, spaceId)
    await ctx.write(async (tx) => {
      const { title } = await spaceTitleOf(tx, at)
      const before = await lockGitSync(tx, at)
      expectVersion(ctx, before.version)
      await deleteGitSync(tx, at)
      await recordOnSpace(tx, at, null, ctx.now())
      const sides = { before: auditStateOf(before) }
      await recordAuditEvents(tx, ctx, gitSyncAuditEvent('disconnect', { id: spaceId, title }, sides))
    })
    await removeRepository(ctx.config, at)
    return undefined
  },

  async rotateSecret(ctx, { params: { spaceId } }) {
    const at = refOf(ctx, spaceId)
    const secret = newSecret()
    const sealed = await seal(ctx.config, secret)
    const row = await ctx.write(async (tx) => {
      const { title } = await spaceTitleOf(tx, at)
      await lockGitSync(tx, at)
      await updateGitSync(tx, at, { webhook_secret: sealed })
      await recordAuditEvents(tx, ctx, gitSyncAuditEvent('webhook-secret', { id: spaceId, title }, {}))
      return gitSyncOf(tx, at)
    })
    return { ...presentGitSync(row, ctx.urls), webhookSecret: secret }
  },

  async run(ctx, { params: { spaceId } }) {
    const at = refOf(ctx, spaceId)
    return ctx.write(async (tx) => {
      const row = await gitSyncOf(tx, at)
      expectActive(row)
      await enqueueSync(ctx.jobs, tx, at, 'manual')
      return presentGitSync(row, ctx.urls)
    })
  },

  async listRuns(ctx, { params: { spaceId }, query }) {
    const at = refOf(ctx, spaceId)
    await gitSyncOf(ctx.db, at)
    return listResponse(await runPage(ctx.db, at, query), presentRun)
  },
})
