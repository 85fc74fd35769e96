import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { CircleAlert, RefreshCw, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { Organization } from '#contract/organizations.ts'
import type { VerifiedDomain } from '#contract/verified-domains.ts'
import { Button } from '../../components/ui/button.tsx'
import { CopyField } from '../../components/ui/copy.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Checkbox, ChoiceLine } from '../../components/ui/inputs.tsx'
import { DotStatus } from '../../components/ui/marks.tsx'
import { Time } from '../../components/ui/time.tsx'
import { formatNames } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import styles from './domains.module.css'
import { domainState, problemOf, verifierLabels } from './labels.ts'
import { useDomainActions } from './mutations.ts'
import { loginsQuery } from './queries.ts'

type Props = { organization: Organization; domain: VerifiedDomain; onClose: () => void }

/** The state of a domain, the record that proves it, and what depends on it. */
export function DomainDetail({ organization, domain, onClose }: Props) {
  const { check, setJoining, remove, isChecking } = useDomainActions(organization)
  const needsRecord = domain.verifiedBy !== 'operator'
  // Shown until the saved value arrives.
  const [chosen, setChosen] = useState<boolean>()
  useEffect(() => setChosen(undefined), [domain.joining])
  return (
    <Dialog title={domain.domain} onClose={onClose}>
      <DialogBody>
        <dl className={clsx('facts', styles.facts)}>
          <State domain={domain} />
        </dl>
        <Problem domain={domain} />
        {needsRecord && <RecordFields domain={domain} />}
        <section className={styles.section}>
          <h3>Used for</h3>
          <ChoiceLine
            control={
              <Checkbox
                checked={chosen ?? domain.joining}
                onChange={({ target }) => {
                  setChosen(target.checked)
                  void setJoining(domain, target.checked).then((isSaved) => isSaved || setChosen(undefined))
                }}
              />
            }
            help={
              domain.status === 'pending'
                ? 'Takes effect when the domain is verified.'
                : 'With the default role for new members, after they verify their address.'
            }
          >
            Allow people with an address at {domain.domain} join {organization.title}
          </ChoiceLine>
          <SingleSignOn organizationId={organization.id} domain={domain} />
        </section>
      </DialogBody>
      <DialogFoot>
        <Button
          variant="danger-outline"
          size="form"
          icon={Trash2}
          className={styles.delete}
          onClick={() => void remove(domain)}
        >
          Delete…
        </Button>
        {needsRecord && (
          <Button
            variant={domain.status === 'verified' ? 'outline' : 'primary'}
            size="form"
            icon={RefreshCw}
            aria-busy={isChecking}
            aria-disabled={isChecking || undefined}
            onClick={() => !isChecking && check(domain)}
          >
            Check now
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  )
}

/** The providers that may sign in people of the domain for the first time. */
function SingleSignOn({ organizationId, domain }: { organizationId: string; domain: VerifiedDomain }) {
  const { data } = useQuery(loginsQuery(organizationId))
  if (!data) return null
  const providers = formatNames(data.items.map(({ label }) => label))
  return (
    <p className={clsx('soft', styles.signIn)}>
      {providers === '' ? (
        <>
          No single sign-on provider is active.{' '}
          <Link to={paths.singleSignOn(organizationId)}>Set up single sign-on</Link>
        </>
      ) : domain.status === 'pending' ? (
        `Once the domain is verified, ${providers} can sign in new members.`
      ) : (
        `${providers} can sign in new members.`
      )}
    </p>
  )
}

function State({ domain }: { domain: VerifiedDomain }) {
  const { tone, label } = domainState(domain)
  const { verifiedAt, verifiedBy, lastCheckedAt } = domain
  return (
    <>
      <Fact name="State">
        <DotStatus tone={tone}>{label}</DotStatus>
        {verifiedAt && verifiedBy && (
          <span className="faint">
            {' '}
            <Time at={verifiedAt} ago />, {verifierLabels[verifiedBy]}
          </span>
        )}
      </Fact>
      {lastCheckedAt && (
        <Fact name="Last checked">
          <Time at={lastCheckedAt} ago />
        </Fact>
      )}
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** Why the last check failed; announced when it changes. */
function Problem({ domain }: { domain: VerifiedDomain }) {
  const problem = problemOf(domain)
  return (
    <div role="status">
      {problem && (
        <p className={styles.problem}>
          <Icon of={CircleAlert} size="s" />
          <span>{problem}</span>
        </p>
      )}
    </div>
  )
}

function RecordFields({ domain: { record, status } }: { domain: VerifiedDomain }) {
  return (
    <section className={styles.section}>
      <h3>DNS record</h3>
      <p className="faint">
        {status === 'verified'
          ? 'Keep this record in place. Lectern checks it once a day.'
          : 'Add this record at your DNS provider. Lectern checks it every hour, or when you choose Check now.'}
      </p>
      <dl className={styles.record}>
        <dt>Type</dt>
        <dd className="mono">{record.type}</dd>
        <dt>Name</dt>
        <dd>
          <CopyField text={record.name} what="Name of the record" />
        </dd>
        <dt>Value</dt>
        <dd>
          <CopyField text={record.value} what="Value of the record" />
        </dd>
      </dl>
    </section>
  )
}
