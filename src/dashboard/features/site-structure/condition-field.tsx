import { useState } from 'react'
import { useController } from 'react-hook-form'
import { condition as schema } from '#contract/shared/values.ts'
import { Field } from '../../components/ui/field.tsx'
import { TextArea } from '../../components/ui/inputs.tsx'
import { type Fault, faultIn } from './condition-fault.ts'

const limit = schema.maxLength ?? 1024

/** Who is shown a part: a condition on the visitor, or nothing for everybody. Faults are shown at their place. */
export function ConditionField({ what }: { what: string }) {
  const { field, fieldState, formState } = useController({ name: 'condition' })
  const [isLeft, setIsLeft] = useState(false)
  const text = typeof field.value === 'string' ? field.value : ''
  const fault = isLeft || formState.submitCount > 0 ? faultIn(text) : null
  const error = fault ? `Character ${fault.character}: ${fault.message}` : fieldState.error?.message
  return (
    <Field
      label="Shown when"
      isOptional
      error={error}
      length={{ now: text.length, limit }}
      help={
        <>
          Without a condition everybody sees this {what}. Such as <code>visitor.claims.beta</code> or{' '}
          <code>visitor.claims.locale == "fr"</code>
        </>
      }
    >
      {(tied) => (
        <>
          <TextArea
            {...tied}
            ref={field.ref}
            name={field.name}
            className="mono cond-text"
            rows={2}
            spellCheck={false}
            autoCapitalize="off"
            value={text}
            onChange={(event) => field.onChange(event.target.value || null)}
            onBlur={() => {
              // Once the focus has arrived: a dialog that changes while it is nowhere would take it.
              setTimeout(() => setIsLeft(true))
              field.onBlur()
            }}
          />
          {fault && <Place of={fault} />}
        </>
      )}
    </Field>
  )
}

/** The text around a fault with the faulty part marked; a gap is marked where something is missing. */
const Place = ({ of: { before, at, after } }: { of: Fault }) => (
  <code className="cond-place" aria-hidden="true">
    {before}
    <mark>{at === '' ? '\u00a0' : at}</mark>
    {after}
  </code>
)
