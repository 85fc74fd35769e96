import { useSuspenseQuery } from '@tanstack/react-query'
import { Building2, Unlink } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { LinkedAccount } from '#contract/sso.ts'
import { confirm } from '../../components/confirm.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Time } from '../../components/ui/time.tsx'
import { useApi } from '../../data/api.ts'
import { optimistic } from '../../data/optimistic.ts'
import { labels } from '../../lib/labels.ts'
import { toast } from '../../lib/toast.ts'
import styles from './account.module.css'
import { linkedAccountsQuery } from './queries.ts'

/** The providers that can sign the user in; nothing without one. */
export function LinkedAccounts() {
  const { items } = useSuspenseQuery(linkedAccountsQuery).data
  const unlinking = useApi(api.sso.unlink, {
    ...optimistic(linkedAccountsQuery, (data: { items: LinkedAccount[] }, { params }) => ({
      items: data.items.filter(({ provider }) => provider.id !== params.providerId),
    })),
    meta: { refused: 'Couldn’t unlink the account' },
  })
  const unlink = async ({ provider, organization }: LinkedAccount) => {
    const name = labels.quoted(provider.label)
    const isSure = await confirm({
      title: `Unlink your account from ${name}?`,
      description: `${organization.title} can no longer sign you in, unless it has verified the domain of your email address: then the next sign-in links it again.`,
      action: 'Unlink account',
      cancel: labels.cancel,
      danger: true,
    })
    if (!isSure) return
    unlinking.mutate(
      { params: { providerId: provider.id } },
      { onSuccess: () => void toast.done(`Unlinked your account from ${name}`) },
    )
  }
  if (items.length === 0) return null
  return (
    <section aria-labelledby="account-linked">
      <h2 id="account-linked">Single sign-on</h2>
      <p className="soft">These providers can sign you in to your account.</p>
      <ul className={styles.factors} aria-label="Single sign-on">
        {items.map((account) => (
          <li key={account.provider.id}>
            <Icon of={Building2} />
            <span className={styles.stacked}>
              <span className="truncate name">{account.provider.label}</span>
              <span className="meta faint">
                {account.organization.title} · used <Time at={account.lastUsedAt} ago />
              </span>
            </span>
            <Button
              variant="outline"
              size="small"
              icon={Unlink}
              aria-label={`Unlink ${account.provider.label}`}
              onClick={() => void unlink(account)}
            >
              Unlink…
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
