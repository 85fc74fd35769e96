import { useSuspenseQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Download, FlaskConical, Trash2, TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import type { Organization } from '#contract/organizations.ts'
import type { SamlProvider } from '#contract/saml-providers.ts'
import { Button, ButtonContent, buttonClass } from '../../components/ui/button.tsx'
import { CopyField } from '../../components/ui/copy.tsx'
import { DotStatus } from '../../components/ui/marks.tsx'
import { Banner } from '../../components/ui/states.tsx'
import { useActions } from '../../hooks/use-actions.ts'
import { useBreadcrumbs } from '../../hooks/use-breadcrumbs.ts'
import { paths } from '../../lib/paths.ts'
import { certificateAdvice, certificateTones, expiryOf, providerState } from './labels.ts'
import { useProviderDeletion, useProviderTest } from './mutations.ts'
import { samlProviderQuery } from './queries.ts'
import { SamlForm } from './saml-form.tsx'
import type { SsoSearch } from './search-params.ts'
import styles from './sso.module.css'
import { TestResult } from './test-result.tsx'

type Props = {
  organization: Organization
  providerId: string
  search: SsoSearch
  onSearch: (search: SsoSearch) => void
}

/** A SAML provider: our values for it, its values for us, its certificates and a test. */
export function SamlProviderPage({ organization, providerId, search, onSearch }: Props) {
  const params = { organizationId: organization.id, samlProviderId: providerId }
  const { data: provider } = useSuspenseQuery(samlProviderQuery(params))
  const close = () => onSearch({ provider: providerId })
  useBreadcrumbs([
    { title: 'Settings', to: paths.settings(organization.id) },
    { title: 'Single sign-on', to: paths.singleSignOn(organization.id) },
    { title: provider.label },
  ])
  const advice = certificateAdvice(provider)
  return (
    <>
      <Head organization={organization} provider={provider} onDeleted={() => onSearch({})} />
      {advice && (
        <Banner tone="warning" icon={TriangleAlert}>
          {advice}
        </Banner>
      )}
      <div className="scroll">
        <div className="settings">
          <ServiceValues provider={provider} />
          <SamlForm
            key={provider.id}
            organizationId={organization.id}
            provider={provider}
            isImporting={search.dialog === 'import'}
            onImporting={(is) => onSearch({ provider: providerId, dialog: is ? 'import' : undefined })}
          />
          <Certificates provider={provider} />
        </div>
      </div>
      {search.test !== undefined && (
        <TestResult organizationId={organization.id} testId={search.test} onClose={close} />
      )}
    </>
  )
}

type HeadProps = { organization: Organization; provider: SamlProvider; onDeleted: () => void }

function Head({ organization, provider, onDeleted }: HeadProps) {
  const { start, isStarting } = useProviderTest(organization.id)
  const remove = useProviderDeletion(organization.id)
  const { tone, label } = providerState(provider)
  const isReady = provider.status === 'active'
  useActions([
    ...(isReady
      ? [{ id: 'test', label: 'Test the provider', icon: FlaskConical, run: () => start(provider.id) }]
      : []),
    { id: 'delete', label: 'Delete the provider', icon: Trash2, run: () => void remove(provider, onDeleted) },
  ])
  return (
    <div className={clsx('page-head', styles.head)}>
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
            disabledReason={isReady ? undefined : 'Fill in the provider’s values first'}
            onClick={() => start(provider.id)}
          >
            Test
          </Button>
        </div>
      </div>
      <p className="sub">
        <DotStatus tone={tone}>{label}</DotStatus> · SAML
      </p>
    </div>
  )
}

/** What an admin enters at the provider. */
function ServiceValues({ provider: { service, id } }: { provider: SamlProvider }) {
  const heading = useId()
  const values = [
    { name: 'Assertion consumer service (ACS) URL', value: service.acsURL },
    { name: 'Entity ID (audience)', value: service.entityID },
    { name: 'Sign-in URL', value: service.startURL },
  ]
  return (
    <section aria-labelledby={heading}>
      <div className="section-head">
        <h2 id={heading}>1. Enter these values at the provider</h2>
        <a
          className={buttonClass('outline')}
          href={new URL(service.metadataURL).pathname}
          download={`lectern-${id}.xml`}
        >
          <ButtonContent icon={Download}>Download metadata</ButtonContent>
        </a>
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
        Send a permanent name ID, and the attributes <code>email</code>, <code>displayName</code> and, if
        there’s one, <code>picture</code>.
      </p>
    </section>
  )
}

/** The saved certificates with their expiry. */
function Certificates({ provider: { certificates } }: { provider: SamlProvider }) {
  const heading = useId()
  if (certificates.length === 0) return null
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>Saved certificates</h2>
      <ul className={styles.certificates}>
        {certificates.map((certificate) => (
          <li key={certificate.fingerprint}>
            <DotStatus tone={certificateTones[certificate.status]}>{expiryOf(certificate)}</DotStatus>
            <span className="truncate">{certificate.subject}</span>
            <span className={styles.fingerprint}>
              <span className="faint">SHA-256</span> <code>{certificate.fingerprint}</code>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
