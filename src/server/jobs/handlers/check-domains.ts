import { writeIn } from '../../db/write.ts'
import { DomainError } from '../../errors.ts'
import type { JobHandler } from '../worker.ts'

/** Domains per run; the others are next. */
const MAX_DOMAINS_PER_RUN = 500
const CONCURRENCY = 5

/** Checks the DNS records of verified domains once a day, and those of new domains every hour. */
export const checkDomainsHandler: JobHandler<'check-domains'> = async (service, _, stop) => {
  const [{ checkDomain }, { dueDomains }] = await Promise.all([
    import('../../domain/verified-domains/check-domain.ts'),
    import('../../domain/verified-domains/queries.ts'),
  ])
  const due = await dueDomains(service.db, service.now(), MAX_DOMAINS_PER_RUN)
  const next = due.values()
  const checkAll = async () => {
    for (const domain of next) {
      stop.throwIfAborted()
      await checkDomain(service, {
        ...domain,
        actor: { now: service.now },
        write: (run) => writeIn(service.db, run),
      }).catch(ignoreDeleted)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, checkAll))
  if (due.length > 0) service.log.info({ domains: due.length }, 'the DNS records of domains were checked')
}

/** The domain was deleted after the list of domains was read. */
function ignoreDeleted(error: unknown): void {
  if (!(error instanceof DomainError && error.reason === 'not_found')) throw error
}
