import { type ReactNode, useState } from 'react'
import { useController } from 'react-hook-form'
import { useFieldDescription } from '../../components/form.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { SearchInput } from '../../components/ui/inputs.tsx'
import { Popover } from '../../components/ui/popover.tsx'
import styles from './icon-picker.module.css'
import { sectionIcon, sectionIcons } from './section-icons.ts'

type Props = {
  value: string | undefined
  onPick: (icon: string | null) => void
  /** The button; its name is `iconInWords`. */
  trigger: ReactNode
  /** Mounts the picker open. */
  startsOpen?: boolean
}

/** Picks the icon of a section or group by name, or none. */
export function IconPicker({ value, onPick, trigger, startsOpen = false }: Props) {
  const [isOpen, setIsOpen] = useState(startsOpen)
  const [text, setText] = useState('')
  const pick = (icon: string | null) => {
    onPick(icon)
    setText('')
    setIsOpen(false)
  }
  return (
    <Popover label="Icon" open={isOpen} onOpenChange={setIsOpen} trigger={trigger}>
      <SearchInput label="Find an icon" placeholder="Find by name" value={text} onChange={setText} />
      <div className={styles.grid}>
        {value !== undefined && (
          <button type="button" aria-label="No icon" onClick={() => pick(null)}>
            ∅
          </button>
        )}
        {Object.entries(sectionIcons)
          .filter(([icon]) => nameOf(icon).includes(text.trim().toLowerCase()))
          .map(([icon, mark]) => (
            <button
              key={icon}
              type="button"
              aria-label={nameOf(icon)}
              title={nameOf(icon)}
              aria-pressed={icon === value}
              onClick={() => pick(icon)}
            >
              <Icon of={mark} />
            </button>
          ))}
      </div>
    </Popover>
  )
}

const nameOf = (icon: string): string => icon.replaceAll('-', ' ')

/** `Icon: book open`, `Icon: none` */
export const iconLabel = (icon: string | undefined): string => `Icon: ${icon ? nameOf(icon) : 'none'}`

/** An icon by name; a name without an icon is shown as text. */
export function SectionIcon({ name }: { name: string | undefined }) {
  const mark = sectionIcon(name)
  if (mark) return <Icon of={mark} />
  return <span className="faint">{name?.slice(0, 2) ?? '∅'}</span>
}

/** The icon of a section or group in a form. */
export function IconField({ name }: { name: string }) {
  const { field } = useController({ name })
  useFieldDescription(name, 'Icon')
  const value = typeof field.value === 'string' ? field.value : undefined
  return (
    <Field label="Icon">
      {(tied) => (
        <IconPicker
          value={value}
          onPick={field.onChange}
          trigger={
            <button
              {...tied}
              type="button"
              className="btn btn-outline emoji-pick"
              aria-label={iconLabel(value)}
            >
              <SectionIcon name={value} />
            </button>
          }
        />
      )}
    </Field>
  )
}
