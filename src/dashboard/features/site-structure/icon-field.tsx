import { useState } from 'react'
import { useController } from 'react-hook-form'
import { Field } from '../../components/ui/field.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { SearchInput } from '../../components/ui/inputs.tsx'
import { Popover } from '../../components/ui/popover.tsx'
import { iconOf, partIcons } from './part-icons.ts'

/** The icon of a section or group, chosen by name; none is an answer too. */
export function IconField({ name }: { name: string }) {
  const { field } = useController({ name })
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState('')
  const value = typeof field.value === 'string' ? field.value : undefined
  const pick = (icon: string | null) => {
    field.onChange(icon)
    setText('')
    setIsOpen(false)
  }
  return (
    <Field label="Icon">
      {(tied) => (
        <Popover
          label="Icon"
          open={isOpen}
          onOpenChange={setIsOpen}
          trigger={
            <button
              {...tied}
              type="button"
              className="btn btn-line emoji-pick"
              aria-label={`Icon: ${value ? wordsOf(value) : 'none'}`}
            >
              <Mark name={value} />
            </button>
          }
        >
          <SearchInput label="Find an icon" placeholder="Find by name" value={text} onChange={setText} />
          <div className="icon-grid">
            {value !== undefined && (
              <button type="button" aria-label="No icon" onClick={() => pick(null)}>
                ∅
              </button>
            )}
            {Object.entries(partIcons)
              .filter(([icon]) => wordsOf(icon).includes(text.trim().toLowerCase()))
              .map(([icon, mark]) => (
                <button
                  key={icon}
                  type="button"
                  aria-label={wordsOf(icon)}
                  title={wordsOf(icon)}
                  aria-pressed={icon === value}
                  onClick={() => pick(icon)}
                >
                  <Icon of={mark} />
                </button>
              ))}
          </div>
        </Popover>
      )}
    </Field>
  )
}

const wordsOf = (icon: string): string => icon.replaceAll('-', ' ')

/** The chosen icon; a name that is not among ours is kept and shown as it is called. */
function Mark({ name }: { name: string | undefined }) {
  const mark = iconOf(name)
  if (mark) return <Icon of={mark} />
  return <span className="faint">{name?.slice(0, 2) ?? '∅'}</span>
}
