import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useController } from 'react-hook-form'
import { labels } from '../lib/labels.ts'
import { languageName, languages } from '../lib/languages.ts'
import { Chips } from './chips-field.tsx'
import { useField } from './fields.tsx'
import styles from './pickers.module.css'
import { Field, type FieldProps } from './ui/field.tsx'
import { Icon } from './ui/icon.tsx'

type Props = Omit<FieldProps, 'error' | 'length'> & { name: string }

/** Languages bound to the form, as chips. Typing finds more; arrows and Enter add them, Backspace removes the last one. */
export function LanguagesField({ name, ...field }: Props) {
  const { error } = useField(name, field.label, (value) =>
    Array.isArray(value) ? value.map((one) => languageName(String(one))).join(', ') : undefined,
  )
  const { field: bound } = useController({ name })
  const selected: readonly string[] = Array.isArray(bound.value) ? bound.value : []
  const list = useId()
  const { text, setText, matches, pointed, toggle, onKeyDown } = usePicking(selected, bound.onChange, list)
  return (
    <Field {...field} error={error}>
      {(tied) => (
        <div className={styles.root} data-invalid={tied['aria-invalid']}>
          <Chips
            {...tied}
            role="combobox"
            aria-expanded="true"
            aria-controls={list}
            aria-activedescendant={pointed && `${list}-${pointed}`}
            placeholder="Find a language"
            chips={selected.map((id) => ({ id, label: languageName(id) }))}
            onRemove={(id) => bound.onChange(selected.filter((one) => one !== id))}
            value={text}
            onChange={setText}
            onKeyDown={onKeyDown}
          />
          <div
            className={styles.list}
            role="listbox"
            id={list}
            aria-label="Languages"
            aria-multiselectable="true"
          >
            {matches.map((id) => (
              <Option
                key={id}
                id={`${list}-${id}`}
                language={id}
                isPointed={id === pointed}
                isSelected={selected.includes(id)}
                onToggle={() => toggle(id)}
              />
            ))}
          </div>
          {matches.length === 0 && (
            <p className={styles.none}>No language matches {labels.quoted(text.trim())}</p>
          )}
        </div>
      )}
    </Field>
  )
}

function usePicking(
  selected: readonly string[],
  onChange: (languages: readonly string[]) => void,
  list: string,
) {
  const [text, setText] = useState('')
  const [current, setCurrent] = useState<string | null>(null)
  const query = text.trim().toLowerCase()
  const matches = languages.flatMap(({ id, title }) =>
    id === query || title.toLowerCase().includes(query) ? id : [],
  )
  const pointed = matches.find((id) => id === current) ?? matches[0]
  const toggle = (id: string) => {
    const isSelected = selected.includes(id)
    setCurrent(id)
    onChange(isSelected ? selected.filter((one) => one !== id) : [...selected, id])
    if (!isSelected) setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      const next = matches[matches.indexOf(pointed ?? '') + step]
      if (next) setCurrent(next)
      if (next) document.getElementById(`${list}-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && pointed) toggle(pointed)
    else if (event.key !== 'Enter' || query === '') return
    event.preventDefault()
  }
  return { text, setText, matches, pointed, toggle, onKeyDown }
}

type OptionProps = {
  id: string
  language: string
  isPointed: boolean
  isSelected: boolean
  onToggle: () => void
}

const Option = ({ id, language, isPointed, isSelected, onToggle }: OptionProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
  <div
    id={id}
    className={clsx(styles.one, isPointed && 'is-at')}
    role="option"
    tabIndex={-1}
    aria-selected={isSelected}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onToggle}
  >
    <span className="truncate">{languageName(language)}</span>
    <span className="where mono">{language}</span>
    {isSelected && <Icon of={Check} size="s" />}
  </div>
)
