import type { ReactNode } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Bone } from '../../components/ui/skeleton.tsx'
import { reasonOf } from '../../lib/query-client.ts'
import { counted, words } from '../../lib/words.ts'
import type { ListName, OnSearch } from './insights-search.ts'

export type CountRow = {
  readonly key: string
  readonly name: ReactNode
  /** Decides the length of the bar. */
  readonly count: number
  readonly more?: ReactNode
  /** Beside the name, such as a button. */
  readonly act?: ReactNode
}

type Props = {
  title: string
  /** What stands in front of the title's line at its end, such as a choice of lists. */
  choice?: ReactNode
  heads: readonly [string, string, string?]
  rows: readonly CountRow[] | undefined
  error: Error | null
  onRetry: () => void
  /** Said instead of rows when there are none. */
  none: ReactNode
  foot?: ReactNode
}

/** A short list of what was counted most, with a bar for each. */
export function CountList({ title, choice, heads, rows, error, onRetry, none, foot }: Props) {
  const highest = Math.max(1, ...(rows ?? []).map(({ count }) => count))
  return (
    <section className="counts" aria-label={title}>
      <header className="counts-head">
        <h2>{title}</h2>
        {choice}
      </header>
      {error && rows === undefined ? (
        <p className="counts-none" role="alert">
          {reasonOf(error)}{' '}
          <Button size="small" look="line" onClick={onRetry}>
            {words.tryAgain}
          </Button>
        </p>
      ) : rows === undefined ? (
        <Bones />
      ) : rows.length === 0 ? (
        <p className="counts-none faint">{none}</p>
      ) : (
        <table className="counts-table">
          <thead>
            <tr>
              <th scope="col">{heads[0]}</th>
              <th scope="col" className="num">
                {heads[1]}
              </th>
              {heads[2] !== undefined && (
                <th scope="col" className="num">
                  {heads[2]}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, count, more, act }) => (
              <tr key={key}>
                <th scope="row">
                  <span className="counts-bar" style={{ width: `${(count / highest) * 100}%` }} />
                  <span className="counts-name">
                    <span className="truncate">{name}</span>
                    {act}
                  </span>
                </th>
                <td className="num">{count.toLocaleString('en')}</td>
                {heads[2] !== undefined && <td className="num soft">{more}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {foot}
    </section>
  )
}

const Bones = () => (
  <div className="counts-bones" role="status" aria-label={words.loading}>
    {['62%', '48%', '40%', '26%'].map((width) => (
      <Bone key={width} width={width} />
    ))}
  </div>
)

const few = 8
const many = 500

/** How many rows of a list are asked for: one more than is shown tells that there are more. */
export const limitOf = (list: ListName, all: ListName | undefined) => (all === list ? many : few + 1)

/** The rows that are shown of those that were read. */
export const shownOf = <T,>(rows: readonly T[] | undefined, list: ListName, all: ListName | undefined) =>
  all === list ? rows : rows?.slice(0, few)

type MoreProps = {
  list: ListName
  all: ListName | undefined
  count: number | undefined
  onSearch: OnSearch
  of: string
  ofMany?: string
}

/** Shows a list whole, or its beginning again. */
export function More({ list, all, count = 0, onSearch, of, ofMany = `${of}s` }: MoreProps) {
  if (all !== list && count <= few) return null
  return (
    <p className="counts-more">
      <Button
        size="small"
        aria-expanded={all === list}
        onClick={() => onSearch({ all: all === list ? undefined : list })}
      >
        {all === list ? `Show fewer ${ofMany}` : `Show more ${ofMany}`}
      </Button>
      {all === list && (
        <span className="faint meta">{count >= many ? `The first ${many}` : counted(count, of, ofMany)}</span>
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

/** Which of a few lists stands in one place. */
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
