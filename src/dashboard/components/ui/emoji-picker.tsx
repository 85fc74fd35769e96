import { SmilePlus } from 'lucide-react'
import { useState } from 'react'
import { emojiList } from './emoji-list.ts'
import { Icon } from './icon.tsx'
import { SearchInput } from './inputs.tsx'
import { characterOf } from './marks.tsx'
import { Popover } from './popover.tsx'

type Props = {
  value: string
  onChange: (emoji: string) => void
  id?: string
  label?: string
  /** Class of the button; that of a field by default. */
  className?: string
  tabIndex?: number
  /** Opens on mount, for pickers that are mounted on demand. */
  startsOpen?: boolean
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
}

/** A grid to search in, and any other emoji by typing it. */
export function EmojiPicker({
  value,
  onChange,
  label = 'Emoji',
  className,
  startsOpen = false,
  ...tied
}: Props) {
  const [isOpen, setIsOpen] = useState(startsOpen)
  const [text, setText] = useState('')
  const pick = (emoji: string) => {
    onChange(emoji)
    setText('')
    setIsOpen(false)
  }
  const trigger = (
    <button
      {...tied}
      type="button"
      className={className ?? 'btn btn-outline emoji-pick'}
      aria-label={`${label}: ${value ? characterOf(value) : 'none'}`}
    >
      {value ? <span className="emoji">{characterOf(value)}</span> : <Icon of={SmilePlus} />}
    </button>
  )
  return (
    <Popover label={label} trigger={trigger} open={isOpen} onOpenChange={setIsOpen}>
      <SearchInput
        label="Search or type an emoji"
        placeholder="Search or type one"
        value={text}
        onChange={(next) => (isEmoji(next) ? pick(next.trim()) : setText(next))}
      />
      <div className="emoji-grid">
        {value && (
          <button type="button" aria-label="None" onClick={() => pick('')}>
            ∅
          </button>
        )}
        {emojiMatches(text).map(([emoji, names]) => (
          <button key={emoji} type="button" aria-label={names} title={names} onClick={() => pick(emoji)}>
            {emoji}
          </button>
        ))}
      </div>
    </Popover>
  )
}

const emojiMatches = (text: string) => {
  const query = text.trim().toLowerCase()
  return query === '' ? emojiList : emojiList.filter(([, names]) => names.includes(query))
}

/** Whether the text is a single emoji, including joined ones and flags. */
export const isEmoji = (text: string): boolean =>
  /^(\p{RI}\p{RI}|\p{Extended_Pictographic}(\uFE0F|\p{EMod})?(\u200D\p{Extended_Pictographic}(\uFE0F|\p{EMod})?)*)$/u.test(
    text.trim(),
  )
