import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { KeyRound, Plus, Trash2 } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { Organization } from '#contract/organizations.ts'
import type { ScimToken } from '#contract/scim-tokens.ts'
import { confirm } from '../../components/confirm.tsx'
import { PagedList, pagesOf } from '../../components/paged-list.tsx'
import { SettingsHeader } from '../../components/settings-header.tsx'
import { Button } from '../../components/ui/button.tsx'
import { CopyField } from '../../components/ui/copy.tsx'
import { MenuItem } from '../../components/ui/menu.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import { useApi } from '../../data/api.ts'
import { useActions } from '../../hooks/use-actions.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { toast } from '../../lib/toast.ts'
import styles from './provisioning.module.css'
import { scimTokensQuery } from './queries.ts'
import type { ProvisioningSearch } from './search-params.ts'
import { NewScimTokenDialog } from './token-dialog.tsx'

type Props = {
  organization: Organization
  search: ProvisioningSearch
  onSearch: (search: ProvisioningSearch) => void
}

const columns = [
  { head: 'Token' },
  { head: 'Last used' },
  { head: 'Created', className: 'wide' },
  { head: <span className="sr">Actions</span> },
]

/** The tokens with which an identity provider manages members and teams. */
export function ProvisioningPage({ organization, search, onSearch }: Props) {
  const pages = pagesOf(useSuspenseInfiniteQuery(scimTokensQuery(organization.id)))
  const revoke = useRevokeToken(organization.id)
  const onNew = () => onSearch({ dialog: 'new' })
  useActions([{ id: 'scim', label: 'New provisioning token', icon: KeyRound, keys: 'c', run: onNew }])
  return (
    <>
      <SettingsHeader
        organization={organization}
        part="Provisioning"
        actions={
          <Button variant="primary" icon={Plus} onClick={onNew}>
            New token
          </Button>
        }
      />
      <div className="scroll">
        <div className={styles.intro}>
          <p>
            With SCIM, your identity provider creates members, deactivates them when they leave, and manages
            teams. It can add people with addresses in your{' '}
            <Link className="link" to={paths.domains(organization.id)}>
              verified domains
            </Link>
            .
          </p>
          <CopyField text={`${window.location.origin}/scim/v2/${organization.id}`} what="base URL" />
        </div>
        <PagedList<ScimToken>
          {...pages}
          label="Provisioning tokens"
          className={styles.list}
          columns={columns}
          titleOf={({ label }) => label}
          row={(token) => <TokenCells token={token} />}
          menu={(token) => (
            <MenuItem
              icon={Trash2}
              danger
              onSelect={() => void revoke(token, { isLast: pages.items.length === 1 })}
            >
              Revoke…
            </MenuItem>
          )}
          empty={
            <Empty
              title="No provisioning tokens yet"
              actions={
                <Button variant="outline" icon={Plus} onClick={onNew}>
                  New token
                </Button>
              }
            >
              Create a token, then enter it with the base URL in your identity provider.
            </Empty>
          }
        />
      </div>
      {search.dialog === 'new' && (
        <NewScimTokenDialog organizationId={organization.id} onClose={() => onSearch({})} />
      )}
    </>
  )
}

const TokenCells = ({ token }: { token: ScimToken }) => (
  <>
    <div className="cell" role="gridcell">
      <span className="title name truncate">{token.label}</span>
    </div>
    <div className="cell soft num" role="gridcell">
      {token.lastUsedAt ? <Time at={token.lastUsedAt} ago /> : <span className="faint">Never</span>}
    </div>
    <div className="cell wide soft num" role="gridcell">
      <Time at={token.createdAt} />
    </div>
  </>
)

function useRevokeToken(organizationId: string) {
  const revoking = useApi(api.scimTokens.delete, { meta: { refused: 'Couldn’t revoke the token' } })
  return async (token: ScimToken, { isLast }: { isLast: boolean }) => {
    const name = labels.quoted(token.label)
    const isSure = await confirm({
      title: `Revoke the token ${name}?`,
      description: isLast
        ? 'Your identity provider can no longer manage members and teams. They don’t change, and you can edit the teams here again.'
        : 'Your identity provider can no longer use it. Members and teams don’t change.',
      action: 'Revoke token',
      cancel: labels.cancel,
      danger: true,
    })
    if (!isSure) return
    revoking.mutate(
      { params: { organizationId, scimTokenId: token.id } },
      { onSuccess: () => void toast.done(`Revoked the token ${name}`) },
    )
  }
}
