import { exactOf } from '../../components/ui/time.tsx'

/** The last day of a token; one that is over says so. */
export function Until({ at }: { at: string | undefined }) {
  if (at === undefined) return <span className="faint">no end</span>
  const end = new Date(at)
  const isOver = end.getTime() <= Date.now()
  return (
    <time dateTime={at} title={exactOf(end)} className={isOver ? 'i-danger' : undefined}>
      {isOver
        ? 'is over'
        : end.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })}
    </time>
  )
}
