import type { Service } from '../context.ts'
import { type Email, renderEmail } from '../mail/email.ts'
import { overviewRuns, runById } from './run-queries.ts'

const MAX_FINDINGS = 5

/** Tells an operator that a backup failed; null if its run is no longer listed. */
export async function backupFailedEmail(
  { db, urls }: Service,
  { runId, email }: { readonly runId: string; readonly email: string },
): Promise<Email | null> {
  const run = await runById(db, runId)
  if (run === undefined) return null
  const { lastVerified } = await overviewRuns(db)
  return renderEmail({
    to: email,
    subject: `A backup of ${urls.base} failed`,
    paragraphs: [
      `The backup of ${run.created_at.toISOString()} to ${run.target} failed ${run.attempt} times: ${run.error ?? ''}`,
      ...run.findings.slice(0, MAX_FINDINGS),
      lastVerified?.verified_at
        ? `The last verified backup is from ${lastVerified.created_at.toISOString()}.`
        : 'There is no verified backup yet.',
    ],
    link: { label: 'Show backups', url: urls.app('system') },
    note: 'You get this email because you operate this Lectern.',
  })
}
