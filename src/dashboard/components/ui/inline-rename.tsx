import { useRef } from 'react'
import { TextInput } from './inputs.tsx'

type Props = {
  label: string
  value: string
  maxLength?: number
  onSave: (value: string) => void
  onCancel: () => void
}

/** Renames inline: Enter or blur saves, Escape cancels; an empty or unchanged title changes nothing. */
export function InlineRename({ label, value, maxLength, onSave, onCancel }: Props) {
  const isDone = useRef(false)
  const finish = (next: string | null) => {
    if (isDone.current) return
    isDone.current = true
    const trimmed = next?.trim() ?? ''
    if (trimmed === '' || trimmed === value) onCancel()
    else onSave(trimmed)
  }
  return (
    <TextInput
      className="rename"
      aria-label={label}
      defaultValue={value}
      maxLength={maxLength}
      autoFocus
      onFocus={(event) => event.currentTarget.select()}
      onBlur={(event) => finish(event.currentTarget.value)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter') finish(event.currentTarget.value)
        if (event.key === 'Escape') finish(null)
      }}
    />
  )
}
