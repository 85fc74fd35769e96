import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { Site } from '#contract/sites.ts'
import { Button } from '../../components/ui/button.tsx'
import { Bone } from '../../components/ui/skeleton.tsx'
import { errorMessage } from '../../data/query-client.ts'
import { labels, pluralize } from '../../lib/labels.ts'
import styles from './count-list.module.css'
import type { ListName, OnSearch } from './periods.ts'

export type CountRow = {
  readonly key: string
  readonly name: ReactNode
  /** Determines the length of the bar. */
  readonly count: number
  readonly detail?: ReactNode
  /** Next to the name, such as a button. */
  readonly action?: ReactNode
}

type Props = {
  title: string
  /** Next to the title, such as a choice of lists. */
  choice?: ReactNode
  headers: readonly [string, string, string?]
  rows: readonly CountRow[] | undefined
  error: Error | null
  onRetry: () => void
  /** Shown instead of rows if there are none. */
  empty: ReactNode
  foot?: ReactNode
}

/** A list of the highest counts, each with a bar. */
export function CountList({ title, choice, headers, rows, error, onRetry, empty, foot }: Props) {
  const highest = Math.max(1, ...(rows ?? []).map(({ count }) => count))
  return (
    <section className={styles.list} aria-label={title}>
      <header className={styles.head}>
        <h2>{title}</h2>
        {choice}
      </header>
      {error && rows === undefined ? (
        <p className={styles.empty} role="alert">
          {errorMessage(error)}{' '}
          <Button size="small" variant="outline" onClick={onRetry}>
            {labels.tryAgain}
          </Button>
        </p>
      ) : rows === undefined ? (
        <CountListSkeleton />
      ) : rows.length === 0 ? (
        <p className={clsx(styles.empty, 'faint')}>{empty}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{headers[0]}</th>
              <th scope="col" className="num">
                {headers[1]}
              </th>
              {headers[2] !== undefined && (
                <th scope="col" className="num">
                  {headers[2]}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, count, detail, action }) => (
              <tr key={key}>
                <th scope="row">
                  <span className={styles.bar} style={{ width: `${(count / highest) * 100}%` }} />
                  <span className={styles.name}>
                    <span className="truncate">{name}</span>
                    {action}
                  </span>
                </th>
                <td className="num">{count.toLocaleString('en')}</td>
                {headers[2] !== undefined && <td className="num soft">{detail}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {foot}
    </section>
  )
}

const CountListSkeleton = () => (
  <div className={styles.skeleton} role="status" aria-label={labels.loading}>
    {['62%', '48%', '40%', '26%'].map((width) => (
      <Bone key={width} width={width} />
    ))}
  </div>
)

const COLLAPSED_ROWS = 8
const MAX_ROWS = 500

/** How many rows of a list to request: one more than is shown, to know whether there are more. */
export const rowLimit = (list: ListName, all: ListName | undefined) =>
  all === list ? MAX_ROWS : COLLAPSED_ROWS + 1

/** The rows to show of those requested. */
export const visibleRows = <T,>(rows: readonly T[] | undefined, list: ListName, all: ListName | undefined) =>
  all === list ? rows : rows?.slice(0, COLLAPSED_ROWS)

type ListFooterProps = {
  list: ListName
  all: ListName | undefined
  count: number | undefined
  onSearch: OnSearch
  of: string
  ofMany?: string
}

/** Expands or collapses a list. */
export function ListFooter({ list, all, count = 0, onSearch, of, ofMany = `${of}s` }: ListFooterProps) {
  if (all !== list && count <= COLLAPSED_ROWS) return null
  return (
    <p className={styles.footer}>
      <Button
        size="small"
        aria-expanded={all === list}
        onClick={() => onSearch({ all: all === list ? undefined : list })}
      >
        {all === list ? `Show fewer ${ofMany}` : `Show more ${ofMany}`}
      </Button>
      {all === list && (
        <span className="faint meta">
          {count >= MAX_ROWS ? `The first ${MAX_ROWS}` : pluralize(count, of, ofMany)}
        </span>
      )}
    </p>
  )
}

type ChoiceProps<T extends string> = {
  label: string
  value: T | undefined
  choices: readonly (readonly [T | undefined, string])[]
  onChange: (value: T | undefined) => void
}

/** Switches between a few lists. */
export const Choices = <T extends string>({ label, value, choices, onChange }: ChoiceProps<T>) => (
  <div className="choices" role="group" aria-label={label}>
    {choices.map(([one, name]) => (
      <button
        key={name}
        type="button"
        className="choice-btn"
        aria-pressed={value === one}
        onClick={() => onChange(one)}
      >
        {name}
      </button>
    ))}
  </div>
)

/** The path of an address within its site. */
export function sitePathOf(url: string, { basename }: Pick<Site, 'basename'>): string {
  const path = URL.parse(url)?.pathname ?? url
  const below = `/sites/${basename}`
  const at = path.indexOf(`${below}/`)
  return at < 0 ? path : path.slice(at + below.length)
}
