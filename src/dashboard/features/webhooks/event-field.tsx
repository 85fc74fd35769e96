import { useId } from 'react'
import { useController } from 'react-hook-form'
import { type WebhookEventType, webhookEventGroups, webhookEventTypes } from '#contract/webhook-events.ts'
import { useField } from '../../components/fields.tsx'
import { Button } from '../../components/ui/button.tsx'
import { FieldError } from '../../components/ui/field.tsx'
import { Checkbox, ChoiceLine } from '../../components/ui/inputs.tsx'
import styles from './webhooks.module.css'

/** The events of a webhook, by group. */
export function EventField({ name }: { name: string }) {
  const { error } = useField(name, 'Events')
  const { field } = useController({ name })
  const id = useId()
  const selected = new Set(field.value as readonly WebhookEventType[])
  const set = (types: readonly WebhookEventType[], isSelected: boolean) => {
    const changed = new Set(types)
    field.onChange(webhookEventTypes.filter((type) => (changed.has(type) ? isSelected : selected.has(type))))
  }
  const hasAll = selected.size === webhookEventTypes.length
  return (
    <fieldset className="field" aria-describedby={error ? id : undefined}>
      <legend className="label">Events</legend>
      <div className={styles.selectAll}>
        <span className="faint num">
          {selected.size} of {webhookEventTypes.length} selected
        </span>
        <Button variant="plain" onClick={() => set(webhookEventTypes, !hasAll)}>
          {hasAll ? 'Clear selection' : 'Select all'}
        </Button>
      </div>
      <div className={styles.groups}>
        {webhookEventGroups.map(({ title, types }) => (
          <EventGroup key={title} title={title} types={types} selected={selected} onChange={set} />
        ))}
      </div>
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  )
}

type GroupProps = {
  title: string
  types: Readonly<Partial<Record<WebhookEventType, string>>>
  selected: ReadonlySet<WebhookEventType>
  onChange: (types: readonly WebhookEventType[], isSelected: boolean) => void
}

function EventGroup({ title, types, selected, onChange }: GroupProps) {
  const names = Object.keys(types) as WebhookEventType[]
  const count = names.filter((type) => selected.has(type)).length
  return (
    <div className={styles.group}>
      <Checkbox
        aria-label={`All events: ${title}`}
        checked={count === names.length}
        indeterminate={count > 0 && count < names.length}
        onChange={({ target }) => onChange(names, target.checked)}
      />
      <details>
        <summary>
          <span>{title}</span>
          <span className="faint num">
            {count} of {names.length}
          </span>
        </summary>
        <div className={styles.types}>
          {names.map((type) => (
            <ChoiceLine
              key={type}
              control={
                <Checkbox
                  checked={selected.has(type)}
                  onChange={({ target }) => onChange([type], target.checked)}
                />
              }
              help={<span className="mono">{type}</span>}
            >
              {types[type]}
            </ChoiceLine>
          ))}
        </div>
      </details>
    </div>
  )
}
