import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SsoTest } from '#contract/sso.ts'
import { Button } from '../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { isApiError } from '../../data/api.ts'
import { errorMessage } from '../../data/query-client.ts'
import { labels } from '../../lib/labels.ts'
import { outcomeOf } from './labels.ts'
import { useProviderTest } from './mutations.ts'
import { groupsOutcome } from './oidc-labels.ts'
import { TEST_INTERVAL_MS, testQuery } from './queries.ts'
import styles from './sso.module.css'

type Props = { organizationId: string; testId: string; onClose: () => void }

/** What a provider sent in a test, and what signing in would do. */
export function TestResult({ organizationId, testId, onClose }: Props) {
  const { data, error } = useQuery({
    ...testQuery(organizationId, testId),
    refetchInterval: ({ state }) => (state.data?.status === 'waiting' ? TEST_INTERVAL_MS : false),
  })
  const { start, isStarting } = useProviderTest(organizationId)
  return (
    <Dialog title={data ? `Test of ${data.provider.label}` : 'Test'} onClose={onClose}>
      <DialogBody>
        {data ? <Result test={data} /> : error ? <Unreadable error={error} /> : <p>{labels.loading}</p>}
      </DialogBody>
      <DialogFoot>
        {data && (
          <Button
            size="form"
            variant="outline"
            aria-busy={isStarting}
            onClick={() => start(data.provider.id)}
          >
            Test again
          </Button>
        )}
        <Button size="form" variant="primary" onClick={onClose}>
          {labels.close}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

const Unreadable = ({ error }: { error: Error }) => (
  <p role="alert">
    {isApiError(error, 404) ? 'Test results are stored for an hour. Test again.' : errorMessage(error)}
  </p>
)

function Result({ test }: { test: SsoTest }) {
  if (test.status === 'waiting') return <p role="status">The provider hasn’t responded yet.</p>
  const isPassed = test.status === 'passed'
  const { identity, error } = test
  const groups = groupsOutcome(test)
  return (
    <>
      <p className={clsx(styles.verdict, isPassed ? 'i-success' : 'i-danger')} role="status">
        <Icon of={isPassed ? CircleCheck : CircleAlert} />
        <b>{isPassed ? 'Sign-in works' : 'Sign-in doesn’t work yet'}</b>
      </p>
      <p>{error === undefined ? outcomeOf(test) : `Lectern rejected the provider’s response. ${error}.`}</p>
      {groups && <p>{groups}</p>}
      {identity && (
        <section className={styles.sent}>
          <h3>What the provider sent</h3>
          <dl className="facts">
            <Fact name="Name ID">
              <code>{identity.subject}</code>
            </Fact>
            <Fact name="Email">{identity.email ?? <Missing />}</Fact>
            <Fact name="Name">{identity.displayName ?? <Missing />}</Fact>
            <Fact name="Photo">{identity.photoURL ?? <Missing />}</Fact>
            <Fact name="Groups">{identity.groups.join(', ') || <Missing />}</Fact>
          </dl>
          <details>
            <summary>All attributes</summary>
            <dl className={styles.attributes}>
              {Object.entries(identity.attributes).map(([name, values]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{values.join(', ')}</dd>
                </div>
              ))}
            </dl>
          </details>
        </section>
      )}
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <span className={styles.value}>{children}</span>
    </dd>
  </div>
)

const Missing = () => <span className="faint">Not sent</span>
