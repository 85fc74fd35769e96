import { clsx } from 'clsx'
import { useId, useRef, useState } from 'react'
import type { VisitorSchema } from '#contract/site-audience.ts'
import { conditionWarnings, flattenClaims } from '#dashboard/lib/conditions.ts'
import { labels } from '#dashboard/lib/labels.ts'
import { toast } from '#dashboard/lib/toast.ts'
import styles from './condition.module.css'
import { conditionErrorOf } from './condition-error.ts'
import { ConditionInput } from './condition-input.tsx'
import { ConditionErrorExcerpt } from './condition-place.tsx'

type Props = {
  /** Whose condition it is. */
  title: string
  value: string
  /** What the site knows of its visitors; undefined while that is read. */
  schema: VisitorSchema | undefined
  onSave: (condition: string | null) => void
  onCancel: () => void
}

/** A condition edited inline: Enter or blur saves, Escape cancels; an invalid one stays open and says why. */
export function InlineCondition({ title, value, schema, onSave, onCancel }: Props) {
  const [text, setText] = useState(value)
  const isDone = useRef(false)
  const id = useId()
  const fault = conditionErrorOf(text)
  const [isTried, setIsTried] = useState(false)
  // The last word may not be finished, which is no fault while it is written.
  const told = fault && (isTried || fault.after.trim() !== '') ? fault : null
  const doubts = fault || !schema || text.trim() === '' ? [] : conditionWarnings(text, schema, false)
  const finish = (isLeaving: boolean) => {
    if (isDone.current) return
    if (fault !== null && !isLeaving) return setIsTried(true)
    isDone.current = true
    const next = text.trim()
    if (fault !== null)
      toast.refused(`${labels.quoted(title)} keeps its condition`, {
        reason: `Character ${fault.character}: ${fault.message}`,
      })
    if (fault !== null || next === value) onCancel()
    else onSave(next === '' ? null : next)
  }
  return (
    <span className={clsx('condition-in-place', styles.inPlace)}>
      <ConditionInput
        label={`Condition of ${title}`}
        rows={1}
        isFocused
        claims={schema ? flattenClaims(schema) : []}
        aria-invalid={told !== null || undefined}
        aria-describedby={told || doubts.length > 0 ? id : undefined}
        value={text}
        onChange={setText}
        onBlur={() => finish(true)}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Enter') {
            event.preventDefault()
            finish(false)
          }
          if (event.key !== 'Escape') return
          isDone.current = true
          onCancel()
        }}
      />
      {(told || doubts.length > 0) && (
        <span className={styles.says} id={id}>
          {told && (
            <>
              <span className="is-fault">
                Character {told.character}: {told.message}
              </span>
              <ConditionErrorExcerpt of={told} />
            </>
          )}
          {doubts.map((doubt) => (
            <span key={doubt}>{doubt}</span>
          ))}
        </span>
      )}
    </span>
  )
}
