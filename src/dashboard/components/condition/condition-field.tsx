import { clsx } from 'clsx'
import { useId, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { parseCondition, syntaxErrorOf } from '#contract/shared/condition.ts'
import { condition as schema } from '#contract/shared/values.ts'
import type { VisitorSchema } from '#contract/site-audience.ts'
import { type Claim, conditionWarnings, flattenClaims } from '../../lib/conditions.ts'
import { labels } from '../../lib/labels.ts'
import { toast } from '../../lib/toast.ts'
import { useFieldDescription } from '../form.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import styles from './condition.module.css'
import { ConditionInput } from './condition-input.tsx'

const limit = schema.maxLength ?? 1024

type Props = {
  what: string
  /** What conditions can name. */
  claims: readonly Claim[]
  /** Conditions to begin with. */
  templates: readonly Template[]
}

/** Who sees a part: a condition on the visitor, or empty for everyone. Syntax errors are shown where they are. */
export function ConditionField({ what, claims, templates }: Props) {
  const { field, fieldState, formState } = useController({ name: 'condition' })
  useFieldDescription('condition', what)
  const [isLeft, setIsLeft] = useState(false)
  const text = typeof field.value === 'string' ? field.value : ''
  const fault = isLeft || formState.submitCount > 0 ? conditionErrorOf(text) : null
  const error = fault ? `Character ${fault.character}: ${fault.message}` : fieldState.error?.message
  return (
    <Field
      label="Shown when"
      isOptional
      error={error}
      length={{ now: text.length, limit }}
      help={
        <>
          Without a condition, everyone sees this {what}. Such as <code>visitor.claims.beta</code> or{' '}
          <code>visitor.claims.locale == "fr"</code>
        </>
      }
    >
      {(tied) => (
        <>
          <ConditionInput
            {...tied}
            ref={field.ref}
            name={field.name}
            rows={2}
            claims={claims}
            value={text}
            onChange={(next) => field.onChange(next || null)}
            onBlur={() => {
              // Once the focus has arrived: a dialog that changes while it is nowhere would take it.
              setTimeout(() => setIsLeft(true))
              field.onBlur()
            }}
          />
          {fault && <ConditionErrorExcerpt of={fault} />}
          {text === '' && <ConditionTemplates templates={templates} onTake={field.onChange} />}
        </>
      )}
    </Field>
  )
}

/** A condition template and its description. */
export type Template = { readonly description: string; readonly condition: string }

const mostShown = 12

/** What the site knows of its visitors, as conditions that are taken whole. */
function ConditionTemplates({
  templates,
  onTake,
}: {
  templates: readonly Template[]
  onTake: (condition: string) => void
}) {
  if (templates.length === 0) return null
  const trigger = <Button variant="outline">Start with…</Button>
  return (
    <div>
      <Menu trigger={trigger} align="start">
        {templates.slice(0, mostShown).map(({ description, condition }) => (
          <MenuItem key={condition} onSelect={() => onTake(condition)}>
            {description}
          </MenuItem>
        ))}
      </Menu>
    </div>
  )
}

/** The text around a fault with the faulty part marked; a gap is marked where something is missing. */
export const ConditionErrorExcerpt = ({ of: { before, at, after } }: { of: ConditionSyntaxError }) => (
  <code className={styles.place} aria-hidden="true">
    {before}
    <mark>{at === '' ? '\u00a0' : at}</mark>
    {after}
  </code>
)

type InlineConditionProps = {
  /** Whose condition it is. */
  title: string
  value: string
  /** What the site knows of its visitors; undefined while that is read. */
  schema: VisitorSchema | undefined
  onSave: (condition: string | null) => void
  onCancel: () => void
}

/** A condition edited inline: Enter or blur saves, Escape cancels; an invalid one stays open and says why. */
export function InlineCondition({ title, value, schema, onSave, onCancel }: InlineConditionProps) {
  const [text, setText] = useState(value)
  const isDone = useRef(false)
  const id = useId()
  const fault = conditionErrorOf(text)
  const [isTried, setIsTried] = useState(false)
  // The last word may not be finished, which is no fault while it is written.
  const shownError = fault && (isTried || fault.after.trim() !== '') ? fault : null
  const doubts = fault || !schema || text.trim() === '' ? [] : conditionWarnings(text, schema, false)
  const finish = (isLeaving: boolean) => {
    if (isDone.current) return
    if (fault !== null && !isLeaving) return setIsTried(true)
    isDone.current = true
    const next = text.trim()
    if (fault !== null)
      toast.refused(`Couldn’t change the condition of ${labels.quoted(title)}`, {
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
        aria-invalid={shownError !== null || undefined}
        aria-describedby={shownError || doubts.length > 0 ? id : undefined}
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
      {(shownError || doubts.length > 0) && (
        <span className={styles.says} id={id}>
          {shownError && (
            <>
              <span className="is-fault">
                Character {shownError.character}: {shownError.message}
              </span>
              <ConditionErrorExcerpt of={shownError} />
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

/** A syntax error in a condition, and the text around it. */
type ConditionSyntaxError = {
  /** Ends without a full stop: `Unexpected “=”`. */
  readonly message: string
  /** Which character it is, counted from 1. */
  readonly character: number
  readonly before: string
  /** The character at the error; empty at the end of the condition. */
  readonly at: string
  readonly after: string
}

const around = 24

/** What is wrong with a condition; null when it is understood or empty. */
export function conditionErrorOf(text: string): ConditionSyntaxError | null {
  const error = text.trim() === '' ? undefined : syntaxErrorOf(text, parseCondition)
  if (error === undefined) return null
  const at = Math.min(error.at, text.length)
  const wordLength = /^(\w+|[^\w\s]+|$)/.exec(text.slice(at))?.[0].length ?? 1
  const word = text.slice(at, at + wordLength)
  return {
    message: error.message,
    character: at + 1,
    before: clipped(text.slice(0, at), 'start'),
    at: word,
    after: clipped(text.slice(at + word.length), 'end'),
  }
}

function clipped(text: string, side: 'start' | 'end'): string {
  if (text.length <= around) return text
  return side === 'start' ? `…${text.slice(-around)}` : `${text.slice(0, around)}…`
}
