import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { CustomField } from '#contract/custom-fields.ts'
import { Chips } from '../../components/chips.tsx'
import { FieldError } from '../../components/ui/field.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Checkbox, ChoiceLine, Select, TextInput } from '../../components/ui/inputs.tsx'
import { Popover } from '../../components/ui/popover.tsx'
import type { Value } from './use-space-value.ts'

type Props = {
  id: string
  field: CustomField
  value: Value
  /** Called when the value is settled: a choice was made, or a text was left. */
  onSave: (value: Value) => void
}

const most = 256

/** One value in the way of its type. */
export function ValueInput(props: Props) {
  const { id, field, value, onSave } = props
  switch (field.type) {
    case 'text':
    case 'number':
      return <TypedValue key={String(value)} {...props} />
    case 'boolean':
      return (
        <Select
          id={id}
          choices={[
            { value: '', label: 'Not set' },
            { value: 'yes', label: 'Yes' },
            { value: 'no', label: 'No' },
          ]}
          value={value === null ? '' : value === true ? 'yes' : 'no'}
          onChange={({ target }) => onSave(target.value === '' ? null : target.value === 'yes')}
        />
      )
    case 'select:single':
      return (
        <Select
          id={id}
          choices={[{ value: '', label: 'Not set' }, ...optionsWith(field, value).map(asChoice)]}
          value={typeof value === 'string' ? value : ''}
          onChange={({ target }) => onSave(target.value || null)}
        />
      )
    case 'select:multi':
      return <Several key={JSON.stringify(value)} {...props} />
    case 'tags':
      return <Tags key={JSON.stringify(value)} {...props} />
  }
}

const asChoice = (option: string) => ({ value: option, label: option })

/** An option that the field offers no more is still shown where it was chosen. */
const optionsWith = ({ options = [] }: CustomField, value: Value): readonly string[] => [
  ...new Set([...options, ...(typeof value === 'string' ? [value] : Array.isArray(value) ? value : [])]),
]

const listOf = (value: Value): readonly string[] => (Array.isArray(value) ? value : [])
const orNull = (list: readonly string[]): Value => (list.length === 0 ? null : [...list])

/** Text and numbers are saved when they are left, or by Enter; Escape takes them back. */
function TypedValue({ id, field, value, onSave }: Props) {
  const start = value === null ? '' : String(value)
  const [text, setText] = useState(start)
  const fault = faultOf(field, text)
  const save = () => {
    if (fault !== undefined || text === start) return
    onSave(valueOf(field, text))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') save()
    if (event.key === 'Escape') setText(start)
  }
  return (
    <span>
      <TextInput
        id={id}
        inputMode={field.type === 'number' ? 'decimal' : 'text'}
        placeholder={field.placeholder}
        autoComplete="off"
        value={text}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `${id}-fault` : undefined}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
        onBlur={save}
      />
      {fault && (
        <span className="field">
          <FieldError id={`${id}-fault`}>{fault}</FieldError>
        </span>
      )}
    </span>
  )
}

/** What is typed as a value of the field's type; nothing clears it. */
export function valueOf({ type }: Pick<CustomField, 'type'>, text: string): Value {
  if (text.trim() === '') return null
  return type === 'number' ? Number(text.trim().replace(',', '.')) : text
}

/** Why it is none; undefined when it is good. */
export function faultOf(field: Pick<CustomField, 'type'>, text: string): string | undefined {
  if (text.length > most) return `Give at most ${most} characters`
  const value = valueOf(field, text)
  return typeof value === 'number' && !Number.isFinite(value) ? 'Give a number, such as 12.5' : undefined
}

/** Chosen in a list that opens; saved when it is shut. */
function Several({ id, field, value, onSave }: Props) {
  const [chosen, setChosen] = useState(listOf(value))
  const options = optionsWith(field, value)
  const turn = (option: string, is: boolean) =>
    setChosen(
      is
        ? options.filter((one) => one === option || chosen.includes(one))
        : chosen.filter((one) => one !== option),
    )
  const label = field.title || field.name
  return (
    <Popover
      label={label}
      onOpenChange={(open) => !open && onSave(orNull(chosen))}
      trigger={
        <button type="button" id={id} className="input select cuf-several">
          <span className={chosen.length === 0 ? 'faint' : 'truncate'}>
            {chosen.length === 0 ? 'Not set' : chosen.join(', ')}
          </span>
          <Icon of={ChevronDown} size="s" />
        </button>
      }
    >
      <div className="cuf-choices" role="group" aria-label={label}>
        {options.map((option) => (
          <ChoiceLine
            key={option}
            control={
              <Checkbox
                checked={chosen.includes(option)}
                onChange={({ target }) => turn(option, target.checked)}
              />
            }
          >
            {option}
          </ChoiceLine>
        ))}
      </div>
    </Popover>
  )
}

/** Written one after the other; saved when the field is left. */
function Tags({ id, field, value, onSave }: Props) {
  const [tags, setTags] = useState(listOf(value))
  const [text, setText] = useState('')
  const withText = (more: string): readonly string[] => [
    ...new Set([
      ...tags,
      ...more
        .split(/[,\n]/)
        .map((tag) => tag.trim().slice(0, most))
        .filter(Boolean),
    ]),
  ]
  const add = (more: string): boolean => {
    setTags(withText(more))
    setText('')
    return true
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: leaving any part of the field saves it
    <div
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onSave(orNull(withText(text)))
      }}
    >
      <Chips
        id={id}
        chips={tags.map((tag) => ({ id: tag, label: tag }))}
        onRemove={(tag) => setTags(tags.filter((one) => one !== tag))}
        value={text}
        onChange={(next) => (next.includes(',') ? add(next) : setText(next))}
        onPaste={(pasted) => /[,\n]/.test(pasted) && add(text + pasted)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || text.trim() === '') return
          event.preventDefault()
          add(text)
        }}
        placeholder={tags.length === 0 ? field.placeholder : undefined}
      />
    </div>
  )
}
