import type { Tx } from '../../db/client.ts'
import type { JobPayloads, Jobs } from '../../jobs/queue.ts'
import type { AuditActor, AuditEventInput } from '../audit-events/record.ts'
import { recordAuditEventForAccount } from '../audit-events/record-for-account.ts'

export type FactorEmail = Extract<JobPayloads['send-mail'], { kind: 'second-factor' }>

type Change = {
  readonly userId: string
  readonly displayName: string
  readonly type: FactorEmail['change']
  /** Name of the passkey. */
  readonly name?: string
}

/** Before and after in the audit log. */
const AUDITED: Readonly<Record<Change['type'], (name: string) => Pick<AuditEventInput, 'before' | 'after'>>> =
  {
    'passkey-added': (name) => ({ after: { passkey: name } }),
    'passkey-removed': (name) => ({ before: { passkey: name } }),
    'app-added': () => ({ after: { authenticatorApp: true } }),
    'app-removed': () => ({ before: { authenticatorApp: true } }),
    'recovery-codes-created': () => ({ after: { recoveryCodes: 'new' } }),
    'recovery-code-used': () => ({ after: { recoveryCode: 'used' } }),
    reset: () => ({ before: { secondFactor: true }, after: { secondFactor: false } }),
  }

/** Records a change of someone's second factor in the audit logs and emails them, in the transaction of the change. */
export async function recordFactorChange(
  tx: Tx,
  by: AuditActor & { readonly jobs: Jobs },
  { userId, displayName, type, name = '' }: Change,
): Promise<void> {
  await recordAuditEventForAccount(tx, by, userId, {
    action: 'account.second-factor',
    target: { type: 'account', id: userId, label: displayName },
    ...AUDITED[type](name),
  })
  await by.jobs.enqueue(tx, 'send-mail', {
    kind: 'second-factor',
    userId,
    change: type,
    name,
    at: by.now().toISOString(),
  })
}
