import { backups } from '#contract/backups.ts'
import { backupRunPage, insertBackupRun, overviewRuns } from '../../backups/run-queries.ts'
import { listResponse } from '../../db/page.ts'
import { DomainError } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { presentBackup } from './present.ts'

export const backupHandlers = handle(backups, {
  async overview({ config: { backup }, db }) {
    const { current, last, lastVerified } = await overviewRuns(db)
    return {
      object: 'backup-overview',
      configured: backup.to !== undefined,
      ...(backup.to !== undefined && { target: backup.target, schedule: backup.schedule }),
      encrypted: backup.passphrase !== undefined,
      keep: backup.keep,
      keepDays: backup.keepDays,
      ...(current && { current: presentBackup(current) }),
      ...(lastVerified && { lastVerified: presentBackup(lastVerified) }),
      ...(last && { last: presentBackup(last) }),
    }
  },

  async list(ctx, { query }) {
    return listResponse(await backupRunPage(ctx.db, query), presentBackup)
  },

  async create(ctx) {
    const { backup } = ctx.config
    if (backup.to === undefined)
      throw new DomainError(
        'conflict',
        'Backups aren’t configured. Set LECTERN_BACKUP_TO and restart the service',
      )
    return ctx.write(async (tx) => {
      const run = await insertBackupRun(tx, {
        id: ctx.newId(),
        trigger: 'manual',
        target: backup.target,
        encrypted: backup.passphrase !== undefined,
        created_at: ctx.now(),
      })
      await ctx.jobs.enqueue(tx, 'back-up', { runId: run.id }, { key: `back-up ${run.id}` })
      return presentBackup(run)
    })
  },
})
