import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { System } from '#contract/system.ts'
import { formatFileSize } from '../../components/page-text/page-links.ts'
import { SystemHeader } from '../../components/system-header.tsx'
import { Badge, Status } from '../../components/ui/marks.tsx'
import { Time } from '../../components/ui/time.tsx'
import { pluralize } from '../../lib/labels.ts'
import { problemsOf } from './labels.ts'
import { systemQuery } from './queries.ts'
import styles from './system.module.css'

/** Health, versions, instances and storage. */
export function OverviewPage() {
  const { data: system } = useSuspenseQuery(systemQuery)
  return (
    <>
      <SystemHeader part="Overview" />
      <div className="scroll">
        <div className="settings">
          <Health system={system} />
          <Versions system={system} />
          <Instances system={system} />
          <Storage system={system} />
        </div>
      </div>
    </>
  )
}

type Props = { system: System }

function Health({ system }: Props) {
  const problems = problemsOf(system, new Date())
  return (
    <section aria-labelledby="system-health">
      <h2 id="system-health">Health</h2>
      {problems.length === 0 && (
        <Status icon={CircleCheck} className="i-success">
          No problems
        </Status>
      )}
      {problems.length > 0 && (
        <ul className={styles.problems}>
          {problems.map(({ id, text, tone, link }) => (
            <li key={id}>
              <Status icon={tone === 'danger' ? CircleAlert : TriangleAlert} tone={tone}>
                {text}
              </Status>
              {link && (
                <Link className="link" to={link.to}>
                  {link.label}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
      {system.email.delivery === 'outbox' && (
        <p className="soft">
          No mail server is set up, so emails are saved as files in the folder <code>outbox</code>. Set{' '}
          <code>LECTERN_SMTP_URL</code> to send them.
        </p>
      )}
    </section>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd className="num">{children}</dd>
  </div>
)

const Versions = ({ system: { versions, startedAt } }: Props) => (
  <section aria-labelledby="system-versions">
    <h2 id="system-versions">Versions</h2>
    <dl className="facts">
      <Fact name="Lectern">
        {versions.lectern}
        <span className="faint">
          built <Time at={versions.build} ago />
        </span>
      </Fact>
      <Fact name="Node">{versions.node}</Fact>
      <Fact name="PostgreSQL">{versions.postgresql}</Fact>
      <Fact name="Schema">{versions.schema}</Fact>
      <Fact name="Started">
        <Time at={startedAt} ago />
      </Fact>
    </dl>
  </section>
)

const Instances = ({ system: { instances } }: Props) => (
  <section aria-labelledby="system-instances">
    <h2 id="system-instances">Instances</h2>
    <ul className={styles.instances}>
      {instances.map(({ id, host, version, startedAt, current }) => (
        <li key={id}>
          <span className="name truncate">{host}</span>
          {current && <Badge>This instance</Badge>}
          <span className="soft num">{version}</span>
          <span className="faint num">
            started <Time at={startedAt} ago />
          </span>
        </li>
      ))}
    </ul>
  </section>
)

function Storage({ system: { storage } }: Props) {
  const { disk } = storage
  return (
    <section aria-labelledby="system-storage">
      <h2 id="system-storage">Storage</h2>
      <dl className="facts">
        <Fact name="Database">{formatFileSize(storage.databaseBytes)}</Fact>
        <Fact name="Files">
          {formatFileSize(storage.fileBytes)}
          <span className="faint">{pluralize(storage.files, 'file')}</span>
        </Fact>
        {disk && (
          <Fact name="Free disk space">
            {formatFileSize(disk.freeBytes)}
            <span className="faint">of {formatFileSize(disk.totalBytes)}</span>
          </Fact>
        )}
      </dl>
    </section>
  )
}
