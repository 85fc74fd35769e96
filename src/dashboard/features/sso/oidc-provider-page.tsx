import { useSuspenseQuery } from '@tanstack/react-query'
import { FlaskConical, Trash2 } from 'lucide-react'
import { useId } from 'react'
import type { OidcProvider } from '#contract/oidc-providers.ts'
import type { Organization } from '#contract/organizations.ts'
import { Button } from '../../components/ui/button.tsx'
import { CopyField } from '../../components/ui/copy.tsx'
import { DotStatus } from '../../components/ui/marks.tsx'
import { useActions } from '../../hooks/use-actions.ts'
import { useBreadcrumbs } from '../../hooks/use-breadcrumbs.ts'
import { paths } from '../../lib/paths.ts'
import { useProviderTest } from './mutations.ts'
import { OidcForm } from './oidc-form.tsx'
import { oidcState } from './oidc-labels.ts'
import { useOidcProviderDeletion } from './oidc-mutations.ts'
import { oidcProviderQuery } from './oidc-queries.ts'
import type { SsoSearch } from './search-params.ts'
import styles from './sso.module.css'
import { TestResult } from './test-result.tsx'

type Props = {
  organization: Organization
  providerId: string
  search: SsoSearch
  onSearch: (search: SsoSearch) => void
}

/** An OpenID Connect provider: our values for it, its values for us, and a test. */
export function OidcProviderPage({ organization, providerId, search, onSearch }: Props) {
  const params = { organizationId: organization.id, oidcProviderId: providerId }
  const { data: provider } = useSuspenseQuery(oidcProviderQuery(params))
  useBreadcrumbs([
    { title: 'Settings', to: paths.settings(organization.id) },
    { title: 'Single sign-on', to: paths.singleSignOn(organization.id) },
    { title: provider.label },
  ])
  return (
    <>
      <Head organization={organization} provider={provider} onDeleted={() => onSearch({})} />
      <div className="scroll">
        <div className="settings">
          <ServiceValues provider={provider} />
          <OidcForm key={provider.id} organizationId={organization.id} provider={provider} />
        </div>
      </div>
      {search.test !== undefined && (
        <TestResult
          organizationId={organization.id}
          testId={search.test}
          onClose={() => onSearch({ provider: providerId })}
        />
      )}
    </>
  )
}

type HeadProps = { organization: Organization; provider: OidcProvider; onDeleted: () => void }

function Head({ organization, provider, onDeleted }: HeadProps) {
  const { start, isStarting } = useProviderTest(organization.id)
  const remove = useOidcProviderDeletion(organization.id)
  const { tone, label } = oidcState(provider)
  const isReady = provider.status === 'active'
  useActions([
    ...(isReady
      ? [{ id: 'test', label: 'Test the provider', icon: FlaskConical, run: () => start(provider.id) }]
      : []),
    { id: 'delete', label: 'Delete the provider', icon: Trash2, run: () => void remove(provider, onDeleted) },
  ])
  return (
    <div className="page-head">
      <div className="title-row">
        <h1 className="truncate">{provider.label}</h1>
        <div className="actions">
          <Button variant="outline" icon={Trash2} onClick={() => void remove(provider, onDeleted)}>
            Delete…
          </Button>
          <Button
            variant="primary"
            icon={FlaskConical}
            aria-busy={isStarting}
            disabledReason={isReady ? undefined : 'Enter the provider’s values first'}
            onClick={() => start(provider.id)}
          >
            Test
          </Button>
        </div>
      </div>
      <p className="sub">
        <DotStatus tone={tone}>{label}</DotStatus> · OpenID Connect
      </p>
    </div>
  )
}

/** What an admin enters at the provider. */
function ServiceValues({ provider: { service } }: { provider: OidcProvider }) {
  const heading = useId()
  const values = [
    { name: 'Redirect URI (callback URL)', value: service.callbackURL },
    { name: 'Sign-in URL', value: service.startURL },
  ]
  return (
    <section aria-labelledby={heading}>
      <div className="section-head">
        <h2 id={heading}>1. Register Lectern at the provider</h2>
      </div>
      <dl className={styles.values}>
        {values.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <CopyField text={value} what={name} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="soft">
        Register a web application with the authorization code flow. PKCE is always used. The provider sends{' '}
        <code>sub</code>, <code>email</code>, <code>name</code> and, if there’s one, <code>picture</code>.
      </p>
    </section>
  )
}
