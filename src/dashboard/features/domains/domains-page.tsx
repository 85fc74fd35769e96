import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { AtSign, Eye, Plus, RefreshCw, Trash2 } from 'lucide-react'
import type { Organization } from '#contract/organizations.ts'
import { MAX_DOMAINS, type VerifiedDomain } from '#contract/verified-domains.ts'
import { PagedList } from '../../components/paged-list.tsx'
import { SettingsHeader } from '../../components/settings-header.tsx'
import { Button } from '../../components/ui/button.tsx'
import { DotStatus } from '../../components/ui/marks.tsx'
import { MenuItem, MenuSeparator } from '../../components/ui/menu.tsx'
import { Empty, NoPermission } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import { itemsOf } from '../../data/api.ts'
import { useActions } from '../../hooks/use-actions.ts'
import { DomainDetail } from './domain-detail.tsx'
import styles from './domains.module.css'
import { domainState, problemOf } from './labels.ts'
import { useDomainActions } from './mutations.ts'
import { NewDomainDialog } from './new-domain-dialog.tsx'
import { domainsQuery } from './queries.ts'
import type { DomainsSearch } from './search-params.ts'

type Props = {
  organization: Organization
  search: DomainsSearch
  onSearch: (search: DomainsSearch) => void
}

/** The email domains that an organization has verified, or is about to. */
export function DomainsPage(props: Props) {
  const { organization } = props
  if (organization.permissions.admin) return <Domains {...props} />
  return (
    <>
      <SettingsHeader organization={organization} part="Domains" />
      <NoPermission title="Only admins can manage domains">
        You need the Admin role in {organization.title}.
      </NoPermission>
    </>
  )
}

const columns = [
  { head: 'Domain' },
  { head: 'State' },
  { head: 'Joining', className: 'wide' },
  { head: 'Last checked', className: 'wide' },
  { head: <span className="sr">Actions</span> },
]

function Domains({ organization, search, onSearch }: Props) {
  const { data } = useSuspenseInfiniteQuery(domainsQuery(organization.id))
  const items = itemsOf(data)
  const { check, remove } = useDomainActions(organization)
  const isFull = items.length >= MAX_DOMAINS
  const onNew = () => onSearch({ dialog: 'new' })
  const close = () => onSearch({})
  const openDomain = items.find(({ domain }) => domain === search.domain)
  useActions(isFull ? [] : [{ id: 'domain', label: 'Add a domain', icon: AtSign, keys: 'c', run: onNew }])
  return (
    <>
      <SettingsHeader
        organization={organization}
        part="Domains"
        actions={
          <Button
            variant="primary"
            icon={Plus}
            disabledReason={isFull ? `You can have ${MAX_DOMAINS} domains` : undefined}
            onClick={onNew}
          >
            Add domain
          </Button>
        }
      />
      <div className="scroll">
        <PagedList<VerifiedDomain>
          items={items}
          label="Domains"
          className={styles.list}
          columns={columns}
          titleOf={({ domain }) => domain}
          onOpen={({ domain }) => onSearch({ domain })}
          row={(row) => <DomainCells row={row} onOpen={() => onSearch({ domain: row.domain })} />}
          menu={(row) => (
            <>
              <MenuItem icon={Eye} onSelect={() => onSearch({ domain: row.domain })}>
                Open
              </MenuItem>
              {row.verifiedBy !== 'operator' && (
                <MenuItem icon={RefreshCw} onSelect={() => check(row)}>
                  Check now
                </MenuItem>
              )}
              <MenuSeparator />
              <MenuItem icon={Trash2} danger onSelect={() => void remove(row)}>
                Delete…
              </MenuItem>
            </>
          )}
          empty={<NoDomains onNew={onNew} />}
        />
      </div>
      {search.dialog === 'new' && (
        <NewDomainDialog
          organizationId={organization.id}
          onClose={close}
          onAdded={(domain) => onSearch({ domain })}
        />
      )}
      {openDomain && <DomainDetail organization={organization} domain={openDomain} onClose={close} />}
    </>
  )
}

function DomainCells({ row, onOpen }: { row: VerifiedDomain; onOpen: () => void }) {
  const { tone, label } = domainState(row)
  return (
    <>
      <div className="cell" role="gridcell">
        <button type="button" tabIndex={-1} className="title name truncate" onClick={onOpen}>
          {row.domain}
        </button>
      </div>
      <div className="cell" role="gridcell" title={problemOf(row)}>
        <DotStatus tone={tone}>{label}</DotStatus>
      </div>
      <div className="cell wide soft" role="gridcell">
        {row.joining && (row.status === 'pending' ? 'When verified' : 'On')}
      </div>
      <div className="cell wide soft num" role="gridcell">
        {row.lastCheckedAt ? <Time at={row.lastCheckedAt} /> : <span className="faint">Never</span>}
      </div>
    </>
  )
}

const NoDomains = ({ onNew }: { onNew: () => void }) => (
  <Empty
    title="No domains yet"
    actions={
      <Button variant="outline" icon={Plus} onClick={onNew}>
        Add domain
      </Button>
    }
  >
    Verify your email domain so that colleagues can join on their own and use single sign-on.
  </Empty>
)
