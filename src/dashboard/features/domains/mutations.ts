import type { InfiniteData } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { Organization } from '#contract/organizations.ts'
import type { List } from '#contract/shared/paging.ts'
import type { VerifiedDomain } from '#contract/verified-domains.ts'
import { confirm } from '../../components/confirm.tsx'
import { useApi } from '../../data/api.ts'
import { optimistic, withItems } from '../../data/optimistic.ts'
import { offerUndo } from '../../data/undo.ts'
import { toast } from '../../lib/toast.ts'
import { domainState } from './labels.ts'
import { domainsQuery } from './queries.ts'

type Pages = InfiniteData<List<VerifiedDomain>>

/** What admins can do with a domain. */
export function useDomainActions({ id: organizationId, emailDomains }: Organization) {
  const list = domainsQuery(organizationId)
  const path = ({ domain }: VerifiedDomain) => ({ params: { organizationId, domain } })
  const checking = useApi(api.verifiedDomains.check, { meta: { refused: 'Couldn’t check the domain' } })
  const deletion = useApi(api.verifiedDomains.delete, {
    ...optimistic(list, (data: Pages, { params }) =>
      withItems(data, (rows) => rows.filter(({ domain }) => domain !== params.domain)),
    ),
    meta: { refused: 'Couldn’t delete the domain' },
  })
  const update = useApi(api.organizations.update, {
    ...optimistic(list, (data: Pages, { body }) =>
      withItems(data, (rows) =>
        rows.map((row) => ({ ...row, joining: body?.emailDomains?.includes(row.domain) ?? row.joining })),
      ),
    ),
    meta: { refused: 'Couldn’t change who can join' },
  })

  const check = (domain: VerifiedDomain) =>
    checking.mutate(path(domain), {
      onSuccess: (checked) => {
        if (domainState(checked).tone === 'success') toast.done(`${checked.domain} is verified`)
      },
    })
  const writeJoining = (domain: string, joining: boolean) => {
    const others = emailDomains.filter((one) => one !== domain)
    return update.mutateAsync({
      params: { organizationId },
      body: { emailDomains: joining ? [...others, domain] : others },
    })
  }
  /** Lets people of a domain join, or stops it. */
  const setJoining = async ({ domain }: VerifiedDomain, joining: boolean) => {
    try {
      await writeJoining(domain, joining)
    } catch {
      return false
    }
    const message = joining
      ? `People with an address at ${domain} can join`
      : `People with an address at ${domain} can no longer join`
    offerUndo(message, () => void writeJoining(domain, !joining).catch(() => undefined))
    return true
  }
  /** Asks first, because a deleted domain gets a new DNS record. */
  const remove = async (domain: VerifiedDomain) => {
    if (!(await confirm(deletionQuestion(domain)))) return
    deletion.mutate(
      { ...path(domain), ifMatch: domain.version },
      { onSuccess: () => void toast.done(`Deleted ${domain.domain}`) },
    )
  }
  return { check, setJoining, remove, isChecking: checking.isPending }
}

const deletionQuestion = ({ domain, status }: VerifiedDomain) => ({
  title: `Delete ${domain}?`,
  description:
    status === 'pending'
      ? 'If you add it again, it gets a new DNS record.'
      : `People with an address at ${domain} can no longer join on their own, or sign in for the first time with single sign-on. Members keep their access. If you add the domain again, it gets a new DNS record.`,
  action: `Delete ${domain}`,
  cancel: 'Cancel',
  danger: true,
})
