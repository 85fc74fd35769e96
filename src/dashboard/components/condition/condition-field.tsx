import { useState } from 'react'
import { useController } from 'react-hook-form'
import { condition as schema } from '#contract/shared/values.ts'
import type { Claim } from '#dashboard/lib/conditions.ts'
import { useFieldDescription } from '../form.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { conditionErrorOf } from './condition-error.ts'
import { ConditionInput } from './condition-input.tsx'
import { ConditionErrorExcerpt } from './condition-place.tsx'

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
          Without a condition everybody sees this {what}. Such as <code>visitor.claims.beta</code> or{' '}
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
  const trigger = <Button variant="line">Begin with…</Button>
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
