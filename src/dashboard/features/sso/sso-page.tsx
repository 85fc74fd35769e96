import { useQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Eye, FlaskConical, KeyRound, Plus, Trash2, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { MAX_OIDC_PROVIDERS, type OidcProvider } from '#contract/oidc-providers.ts'
import type { Organization } from '#contract/organizations.ts'
import { MAX_SAML_PROVIDERS, type SamlProvider } from '#contract/saml-providers.ts'
import { PagedList } from '../../components/paged-list.tsx'
import { SettingsHeader } from '../../components/settings-header.tsx'
import { Button } from '../../components/ui/button.tsx'
import { DotStatus } from '../../components/ui/marks.tsx'
import { MenuItem, MenuSeparator } from '../../components/ui/menu.tsx'
import { Banner, Empty } from '../../components/ui/states.tsx'
import { itemsOf } from '../../data/api.ts'
import { useActions } from '../../hooks/use-actions.ts'
import { paths } from '../../lib/paths.ts'
import { providerState } from './labels.ts'
import { useProviderDeletion, useProviderTest } from './mutations.ts'
import { NewOidcProviderDialog } from './new-oidc-provider-dialog.tsx'
import { NewSamlProviderDialog } from './new-saml-provider-dialog.tsx'
import { oidcState } from './oidc-labels.ts'
import { useOidcProviderDeletion } from './oidc-mutations.ts'
import { oidcProvidersQuery } from './oidc-queries.ts'
import { domainsQuery, samlProvidersQuery } from './queries.ts'
import { Requirement } from './requirement.tsx'
import type { SsoSearch } from './search-params.ts'
import styles from './sso.module.css'

type Props = { organization: Organization; search: SsoSearch; onSearch: (search: SsoSearch) => void }

const columns = [
  { head: 'Provider' },
  { head: 'Type', className: 'wide' },
  { head: 'State' },
  { head: <span className="sr">Actions</span> },
]

/** The providers of an organization, and whether single sign-on is required. */
export function SsoPage({ organization, search, onSearch }: Props) {
  const saml = itemsOf(useSuspenseInfiniteQuery(samlProvidersQuery(organization.id)).data)
  const oidc = itemsOf(useSuspenseInfiniteQuery(oidcProvidersQuery(organization.id)).data)
  const items = [...saml, ...oidc].sort((a, b) => a.createdAt.localeCompare(b.createdAt))
  const isFull = saml.length >= MAX_SAML_PROVIDERS
  const isOidcFull = oidc.length >= MAX_OIDC_PROVIDERS
  const onNew = () => onSearch({ dialog: 'new-saml' })
  const onNewOidc = () => onSearch({ dialog: 'new-oidc' })
  const open = ({ id }: Pick<Provider, 'id'>) => onSearch({ provider: id })
  const newButtons = (variant: 'primary' | 'outline') => (
    <>
      <Button
        variant="outline"
        icon={Plus}
        disabledReason={
          isOidcFull ? `You can have ${MAX_OIDC_PROVIDERS} OpenID Connect providers` : undefined
        }
        onClick={onNewOidc}
      >
        <span className="wide">Add OpenID Connect provider</span>
        <span className="narrow">Add OIDC</span>
      </Button>
      <Button
        variant={variant}
        icon={Plus}
        disabledReason={isFull ? `You can have ${MAX_SAML_PROVIDERS} SAML providers` : undefined}
        onClick={onNew}
      >
        Add SAML provider
      </Button>
    </>
  )
  useActions([
    ...(isFull ? [] : [{ id: 'saml', label: 'Add SAML provider', icon: KeyRound, keys: 'c', run: onNew }]),
    ...(isOidcFull
      ? []
      : [{ id: 'oidc', label: 'Add OpenID Connect provider', icon: KeyRound, run: onNewOidc }]),
  ])
  return (
    <>
      <SettingsHeader organization={organization} part="Single sign-on" actions={newButtons('primary')} />
      {items.length > 0 && <DomainsBanner organizationId={organization.id} />}
      <div className="scroll">
        <ProviderList
          organization={organization}
          items={items}
          onOpen={open}
          newButtons={newButtons('outline')}
        />
        {items.length > 0 && (
          <div className="settings">
            <Requirement organization={organization} hasActive={items.some(isActive)} />
          </div>
        )}
      </div>
      {search.dialog === 'new-saml' && (
        <NewSamlProviderDialog
          organizationId={organization.id}
          onClose={() => onSearch({})}
          onCreated={open}
        />
      )}
      {search.dialog === 'new-oidc' && (
        <NewOidcProviderDialog
          organizationId={organization.id}
          onClose={() => onSearch({})}
          onCreated={open}
        />
      )}
    </>
  )
}

type Provider = SamlProvider | OidcProvider

const isActive = ({ status }: Provider): boolean => status === 'active'

/** Without a verified domain no one can sign in for the first time. */
function DomainsBanner({ organizationId }: { organizationId: string }) {
  const { data } = useQuery(domainsQuery(organizationId))
  if (!data || data.items.some(({ status }) => status !== 'pending')) return null
  return (
    <Banner
      tone="warning"
      icon={TriangleAlert}
      action={<Link to={paths.domains(organizationId)}>Verify a domain</Link>}
    >
      No email domain is verified yet, so only people who have linked their account can use single sign-on.
    </Banner>
  )
}

type ListProps = {
  organization: Organization
  items: readonly Provider[]
  onOpen: (provider: Provider) => void
  newButtons: ReactNode
}

function ProviderList({ organization, items, onOpen, newButtons }: ListProps) {
  const removeSaml = useProviderDeletion(organization.id)
  const removeOidc = useOidcProviderDeletion(organization.id)
  const remove = (provider: Provider) =>
    provider.object === 'saml-provider' ? removeSaml(provider) : removeOidc(provider)
  const { start } = useProviderTest(organization.id)
  return (
    <PagedList<Provider>
      items={items}
      label="Sign-in providers"
      className={styles.list}
      columns={columns}
      titleOf={({ label }) => label}
      onOpen={onOpen}
      row={(provider) => <ProviderCells provider={provider} onOpen={() => onOpen(provider)} />}
      menu={(provider) => (
        <>
          <MenuItem icon={Eye} onSelect={() => onOpen(provider)}>
            Open
          </MenuItem>
          {isActive(provider) && (
            <MenuItem icon={FlaskConical} onSelect={() => start(provider.id)}>
              Test
            </MenuItem>
          )}
          <MenuSeparator />
          <MenuItem icon={Trash2} danger onSelect={() => void remove(provider)}>
            Delete…
          </MenuItem>
        </>
      )}
      empty={
        <Empty title="No sign-in providers yet" actions={newButtons}>
          Connect Okta, Entra ID, Google Workspace or any other provider with SAML 2.0 or OpenID Connect, so
          that people sign in with the account they have at work.
        </Empty>
      }
    />
  )
}

function ProviderCells({ provider, onOpen }: { provider: Provider; onOpen: () => void }) {
  const isSaml = provider.object === 'saml-provider'
  const { tone, label } = isSaml ? providerState(provider) : oidcState(provider)
  return (
    <>
      <div className="cell" role="gridcell">
        <button type="button" tabIndex={-1} className="title name truncate" onClick={onOpen}>
          {provider.label}
        </button>
      </div>
      <div className="cell wide soft" role="gridcell">
        {isSaml ? 'SAML' : 'OpenID Connect'}
      </div>
      <div className="cell" role="gridcell">
        <DotStatus tone={tone}>{label}</DotStatus>
      </div>
    </>
  )
}
