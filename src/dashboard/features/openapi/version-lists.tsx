import type { OperationListItem } from '#contract/openapi-operations.ts'
import type { SpecChange, SpecChangeKind, SpecComparison } from '#contract/openapi-versions.ts'
import { Badge } from '../../components/ui/marks.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { pluralize } from '../../lib/labels.ts'
import styles from './openapi.module.css'

/** The operations of a version, grouped by tag. */
export function OperationList({ operations }: { operations: readonly OperationListItem[] }) {
  if (operations.length === 0) return <Empty title="This version has no operations" />
  return (
    <>
      <p className="faint">{pluralize(operations.length, 'operation')}</p>
      {[...Map.groupBy(operations, ({ tag }) => tag ?? '')].map(([tag, group]) => (
        <section key={tag} className={styles.section} aria-label={tag || 'Without a tag'}>
          <h2>{tag || 'Without a tag'}</h2>
          <ul className={styles.operations}>
            {group.map(({ method, path, summary, deprecated }) => (
              <li key={`${method} ${path}`}>
                <OperationName method={method} path={path} />
                {summary && <span className="soft">{summary}</span>}
                {deprecated && <Badge tone="warning">Deprecated</Badge>}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

const OperationName = ({ method, path }: Pick<OperationListItem, 'method' | 'path'>) => (
  <span className="mono">
    <span className={styles.method}>{method.toUpperCase()}</span> {path}
  </span>
)

type Tone = 'danger' | 'success' | 'ink'
const kinds: readonly { kind: SpecChangeKind; title: string; tone: Tone }[] = [
  { kind: 'breaking', title: 'Breaking', tone: 'danger' },
  { kind: 'added', title: 'Added', tone: 'success' },
  { kind: 'changed', title: 'Changed', tone: 'ink' },
]

/** The changes between two versions, the breaking ones first. */
export function ChangeList({ comparison }: { comparison: SpecComparison }) {
  const { changes, truncated } = comparison
  if (changes.length === 0)
    return <Empty title="No changes">The operations of both versions are the same.</Empty>
  return (
    <>
      <p className={styles.summary} role="status">
        {kinds.map(({ kind, title, tone }) => (
          <Badge key={kind} {...(comparison[kind] > 0 ? { tone } : {})}>
            {comparison[kind]} {title.toLowerCase()}
          </Badge>
        ))}
      </p>
      {truncated && <p className="faint">The first {changes.length} changes are shown.</p>}
      {kinds.map(({ kind, title }) => (
        <Section key={kind} title={title} changes={changes.filter((one) => one.kind === kind)} />
      ))}
    </>
  )
}

function Section({ title, changes }: { title: string; changes: readonly SpecChange[] }) {
  if (changes.length === 0) return null
  return (
    <section className={styles.section} aria-label={title}>
      <h2>{title}</h2>
      <ul className={styles.operations}>
        {changes.map(({ method, path, at, message }) => (
          <li key={`${method} ${path} ${at} ${message}`}>
            <OperationName method={method} path={path} />
            <span>
              {at && <span className="mono soft">{at} </span>}
              {message}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
