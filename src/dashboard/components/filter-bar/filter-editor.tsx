import { Check } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { MemberPicker } from '../member-picker.tsx'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { SearchInput, TextInput } from '../ui/inputs.tsx'
import type { FilterChoice, FilterField } from './fields.ts'
import styles from './filter-bar.module.css'
import { dayPresets } from './filters.ts'

/** Longer lists get a field to search them. */
const MAX_WITHOUT_SEARCH = 10

type FieldChoiceProps = { fields: readonly FilterField[]; onChoose: (field: FilterField) => void }

/** The fields to filter by. */
const FieldChoice = ({ fields, onChoose }: FieldChoiceProps) => (
  <Focused>
    <Options>
      {fields.map((field) => (
        <Option key={field.label} onChoose={() => onChoose(field)}>
          {field.label}
        </Option>
      ))}
    </Options>
  </Focused>
)

type NewFilterProps = {
  fields: readonly FilterField[]
  onAdd: (field: FilterField, value: string) => void
}

/** Asks for the field of a new filter, then for its value. */
export function NewFilter({ fields, onAdd }: NewFilterProps) {
  const [field, setField] = useState<FilterField>()
  return field ? (
    <FilterValue field={field} value={undefined} onChange={(value) => onAdd(field, value)} />
  ) : (
    <FieldChoice fields={fields} onChoose={setField} />
  )
}

/** Focuses the first control in it: what had the focus before is gone, or this was still loading. */
function Focused({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => element.current?.querySelector<HTMLElement>('button, input')?.focus(), [])
  return <div ref={element}>{children}</div>
}

type ValueProps = {
  field: FilterField
  value: string | undefined
  onChange: (value: string) => void
}

/** The value of a filter: one of a few, a person or a day. */
export const FilterValue = (props: ValueProps) => (
  <Focused>
    <ValueInput {...props} />
  </Focused>
)

function ValueInput({ field, value, onChange }: ValueProps) {
  if (field.kind === 'day') return <DayValue label={field.label} value={value} onChange={onChange} />
  if (field.kind === 'choice')
    return <ChoiceValue choices={field.choices} value={value} onChange={onChange} />
  return (
    <div className={styles.wide}>
      <MemberPicker
        organizationId={field.organizationId}
        label={field.label}
        selected={[]}
        takesAddresses={false}
        onChange={([person]) => person && onChange(person.id)}
      />
    </div>
  )
}

type ChoiceProps = Pick<ValueProps, 'value' | 'onChange'> & { choices: readonly FilterChoice[] }

function ChoiceValue({ choices, value, onChange }: ChoiceProps) {
  const [text, setText] = useState('')
  const matches = choices.filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase()))
  return (
    <>
      {choices.length > MAX_WITHOUT_SEARCH && (
        <form
          className={styles.search}
          onSubmit={(event) => {
            event.preventDefault()
            const [first] = matches
            if (first) onChange(first.value)
          }}
        >
          <SearchInput label="Search the values" placeholder="Search" value={text} onChange={setText} />
        </form>
      )}
      <Options>
        {matches.map((choice) => (
          <Option
            key={choice.value}
            isChosen={choice.value === value}
            onChoose={() => onChange(choice.value)}
          >
            {choice.label}
          </Option>
        ))}
      </Options>
      {matches.length === 0 && <p className={styles.none}>No matches</p>}
    </>
  )
}

type DayProps = { label: string; value: string | undefined; onChange: (value: string) => void }

function DayValue({ label, value, onChange }: DayProps) {
  const [day, setDay] = useState(value ?? '')
  const take = () => day !== '' && onChange(day)
  return (
    <>
      <Options>
        {dayPresets(new Date()).map((preset) => (
          <Option
            key={preset.value}
            isChosen={preset.value === value}
            onChoose={() => onChange(preset.value)}
          >
            {preset.label}
          </Option>
        ))}
      </Options>
      <div className={styles.day}>
        <Field label={`${label} on another date`}>
          {(field) => (
            <TextInput
              {...field}
              type="date"
              value={day}
              onChange={({ target }) => setDay(target.value)}
              onKeyDown={({ key }) => key === 'Enter' && take()}
              onBlur={take}
            />
          )}
        </Field>
      </div>
    </>
  )
}

/** A list of buttons that the arrow keys walk through. */
const Options = ({ children }: { children: ReactNode }) => (
  // The buttons inside have the focus; the keys reach the list from them.
  <div className={styles.options} role="group" aria-label="Values" onKeyDown={moveFocus}>
    {children}
  </div>
)

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key]
  if (step === undefined || event.metaKey || event.ctrlKey || event.altKey) return
  event.preventDefault()
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.findIndex((button) => button.matches(':focus'))
  buttons[Math.max(0, Math.min(buttons.length - 1, at + step))]?.focus()
}

type OptionProps = { isChosen?: boolean; onChoose: () => void; children: ReactNode }

const Option = ({ isChosen, onChoose, children }: OptionProps) => (
  <button type="button" className={styles.option} aria-pressed={isChosen} onClick={onChoose}>
    <span className="truncate">{children}</span>
    {isChosen && <Icon of={Check} size="s" />}
  </button>
)
