import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { CustomField } from '#contract/custom-fields.ts'
import { Chips } from '../../components/chips-field.tsx'
import { FieldError } from '../../components/ui/field.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Checkbox, ChoiceLine, Select, TextInput } from '../../components/ui/inputs.tsx'
import { Popover } from '../../components/ui/popover.tsx'
import styles from './custom-fields.module.css'
import type { Value } from './mutations.ts'

type Props = {
  id: string
  field: CustomField
  value: Value
  /** Called when the value is final: on a choice, or when a text field loses focus. */
  onSave: (value: Value) => void
}

const MAX_TEXT_LENGTH = 256

/** The input for a value of one field type. */
export function ValueInput(props: Props) {
  const { id, field, value, onSave } = props
  switch (field.type) {
    case 'text':
    case 'number':
      return <TextValue key={String(value)} {...props} />
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
          choices={[{ value: '', label: 'Not set' }, ...optionsWith(field, value).map(choiceOf)]}
          value={typeof value === 'string' ? value : ''}
          onChange={({ target }) => onSave(target.value || null)}
        />
      )
    case 'select:multi':
      return <MultiSelect key={JSON.stringify(value)} {...props} />
    case 'tags':
      return <TagsInput key={JSON.stringify(value)} {...props} />
  }
}

const choiceOf = (option: string) => ({ value: option, label: option })

/** The options, including a selected one that the field no longer offers. */
const optionsWith = ({ options = [] }: CustomField, value: Value): readonly string[] => [
  ...new Set([...options, ...(typeof value === 'string' ? [value] : Array.isArray(value) ? value : [])]),
]

const listOf = (value: Value): readonly string[] => (Array.isArray(value) ? value : [])
const listOrNull = (list: readonly string[]): Value => (list.length === 0 ? null : [...list])

/** Text and numbers: saved on blur or Enter; Escape restores them. */
function TextValue({ id, field, value, onSave }: Props) {
  const start = value === null ? '' : String(value)
  const [text, setText] = useState(start)
  const error = valueError(field, text)
  const save = () => {
    if (error !== undefined || text === start) return
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
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
        onBlur={save}
      />
      {error && (
        <span className="field">
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </span>
      )}
    </span>
  )
}

/** The value that a text stands for; empty text clears it. */
export function valueOf({ type }: Pick<CustomField, 'type'>, text: string): Value {
  if (text.trim() === '') return null
  return type === 'number' ? Number(text.trim().replace(',', '.')) : text
}

/** Why a text is not a value; undefined if it is. */
export function valueError(field: Pick<CustomField, 'type'>, text: string): string | undefined {
  if (text.length > MAX_TEXT_LENGTH) return `Use ${MAX_TEXT_LENGTH} characters or fewer`
  const value = valueOf(field, text)
  return typeof value === 'number' && !Number.isFinite(value) ? 'Enter a number, such as 12.5' : undefined
}

/** Several options from a menu, saved when it closes. */
function MultiSelect({ id, field, value, onSave }: Props) {
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
      onOpenChange={(open) => !open && onSave(listOrNull(chosen))}
      trigger={
        <button type="button" id={id} className={clsx('input select', styles.multiSelect)}>
          <span className={chosen.length === 0 ? 'faint' : 'truncate'}>
            {chosen.length === 0 ? 'Not set' : chosen.join(', ')}
          </span>
          <Icon of={ChevronDown} size="s" />
        </button>
      }
    >
      <div className={styles.choices} role="group" aria-label={label}>
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

/** A list of tags, saved on blur. */
function TagsInput({ id, field, value, onSave }: Props) {
  const [tags, setTags] = useState(listOf(value))
  const [text, setText] = useState('')
  const withText = (more: string): readonly string[] => [
    ...new Set([
      ...tags,
      ...more
        .split(/[,\n]/)
        .map((tag) => tag.trim().slice(0, MAX_TEXT_LENGTH))
        .filter(Boolean),
    ]),
  ]
  const add = (more: string): boolean => {
    setTags(withText(more))
    setText('')
    return true
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: losing focus anywhere in the field saves it
    <div
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onSave(listOrNull(withText(text)))
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
