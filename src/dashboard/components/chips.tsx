import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useRef } from 'react'
import styles from './pickers.module.css'
import { Icon } from './ui/icon.tsx'

export type Chip = { readonly id: string; readonly label: string; readonly isBad?: boolean }

type Props = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onPaste'> & {
  chips: readonly Chip[]
  onRemove: (id: string) => void
  value: string
  onChange: (text: string) => void
  /** Several at once from the clipboard; false leaves the text to the field. */
  onPaste?: ((text: string) => boolean) | undefined
}

/** A field that holds several things: each is a chip that can be taken out, by its button or by Backspace. */
export function Chips({ chips, onRemove, value, onChange, onPaste, onKeyDown, ...rest }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const take = (id: string) => {
    onRemove(id)
    field.current?.focus()
  }
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const last = chips.at(-1)
    if (event.key === 'Backspace' && value === '' && last) onRemove(last.id)
    else onKeyDown?.(event)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press beside the text goes to the text
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field inside has the keys
    <div
      className={styles.chips}
      data-invalid={rest['aria-invalid']}
      onClick={(event) => event.target === event.currentTarget && field.current?.focus()}
    >
      {chips.map(({ id, label, isBad }) => (
        <span key={id} className={isBad ? clsx(styles.chip, 'is-bad') : styles.chip}>
          <span className="truncate">{label}</span>
          <button type="button" aria-label={`Take ${label} out`} onClick={() => take(id)}>
            <Icon of={X} size="xs" />
          </button>
        </span>
      ))}
      <input
        type="text"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...rest}
        ref={field}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKey}
        onPaste={(event) => {
          if (onPaste?.(event.clipboardData.getData('text'))) event.preventDefault()
        }}
      />
    </div>
  )
}
