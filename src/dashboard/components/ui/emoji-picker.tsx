import { FaceSlightlySmilingPlus } from 'lucide-react'
import { useState } from 'react'
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
      {value ? <span className="emoji">{characterOf(value)}</span> : <Icon of={FaceSlightlySmilingPlus} />}
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

/** A short list to choose from: what documentation is about. Any other can be typed or pasted. */
export const emojiList: readonly (readonly [emoji: string, names: string])[] = [
  ['📘', 'book blue handbook'],
  ['📗', 'book green handbook'],
  ['📕', 'book red handbook'],
  ['📙', 'book orange'],
  ['📚', 'books library'],
  ['📖', 'book open read guide'],
  ['📝', 'memo note write'],
  ['📄', 'page document'],
  ['📃', 'page scroll'],
  ['📑', 'tabs bookmark'],
  ['🗂️', 'dividers folder'],
  ['📁', 'folder'],
  ['📂', 'folder open'],
  ['🗃️', 'box card file'],
  ['🗄️', 'cabinet file'],
  ['📋', 'clipboard checklist'],
  ['📌', 'pin'],
  ['📎', 'paperclip'],
  ['🔖', 'bookmark'],
  ['🏷️', 'label tag'],
  ['✏️', 'pencil edit'],
  ['🖋️', 'pen write style'],
  ['✍️', 'hand write'],
  ['🚀', 'rocket launch start quick'],
  ['🏁', 'flag finish start'],
  ['🧭', 'compass decisions guide'],
  ['🗺️', 'map'],
  ['🎓', 'graduate tutorial learn course'],
  ['🧑‍🏫', 'teacher training'],
  ['💡', 'bulb idea tip'],
  ['❓', 'question faq'],
  ['❗', 'exclamation important'],
  ['⚠️', 'warning'],
  ['🆘', 'help support'],
  ['💬', 'speech chat'],
  ['📣', 'megaphone news'],
  ['📢', 'loudspeaker announcement'],
  ['📰', 'newspaper news'],
  ['📅', 'calendar'],
  ['🗓️', 'calendar plan'],
  ['⏱️', 'stopwatch'],
  ['🛠️', 'tools build'],
  ['🔧', 'wrench maintenance'],
  ['🔨', 'hammer'],
  ['⚙️', 'gear settings configuration'],
  ['🧰', 'toolbox commissioning'],
  ['🔩', 'bolt'],
  ['🔌', 'plug api connect'],
  ['🔋', 'battery power'],
  ['⚡', 'lightning fast'],
  ['📡', 'antenna signal modbus'],
  ['📟', 'pager display'],
  ['💻', 'laptop computer'],
  ['🖥️', 'desktop computer'],
  ['📱', 'phone mobile'],
  ['⌨️', 'keyboard shortcuts'],
  ['🖱️', 'mouse'],
  ['💾', 'disk save'],
  ['💿', 'disc install'],
  ['🗜️', 'clamp compress'],
  ['🧩', 'puzzle plugin integration'],
  ['🧪', 'test tube beta experiment'],
  ['🔬', 'microscope'],
  ['🐛', 'bug'],
  ['🤖', 'robot automation'],
  ['🧠', 'brain'],
  ['📊', 'chart bar report'],
  ['📈', 'chart up metrics'],
  ['📉', 'chart down'],
  ['🧮', 'abacus numbers'],
  ['💰', 'money'],
  ['💳', 'card billing'],
  ['🧾', 'receipt'],
  ['🔒', 'lock security'],
  ['🔑', 'key access'],
  ['🛡️', 'shield security'],
  ['🚨', 'alarm incident'],
  ['🔥', 'fire'],
  ['🦺', 'vest safety'],
  ['⛑️', 'helmet rescue'],
  ['🧯', 'extinguisher'],
  ['🌡️', 'thermometer climate'],
  ['☁️', 'cloud'],
  ['🌍', 'globe world'],
  ['🌐', 'globe web site'],
  ['🌱', 'seedling new'],
  ['🌿', 'herb'],
  ['🌳', 'tree'],
  ['☀️', 'sun'],
  ['🌙', 'moon night'],
  ['⭐', 'star'],
  ['✨', 'sparkles new'],
  ['❤️', 'heart'],
  ['👋', 'wave welcome hello'],
  ['👥', 'people team'],
  ['🧑‍💻', 'developer technologist'],
  ['👷', 'worker construction'],
  ['🤝', 'handshake partner'],
  ['🏢', 'office company'],
  ['🏠', 'house home'],
  ['🏭', 'factory'],
  ['🚚', 'truck delivery'],
  ['📦', 'package release'],
  ['🎁', 'gift'],
  ['🎨', 'palette design'],
  ['🖼️', 'picture image'],
  ['🎬', 'clapper video'],
  ['🎧', 'headphones audio'],
  ['🎯', 'target goal'],
  ['🏆', 'trophy'],
  ['🎉', 'party'],
  ['✅', 'check done'],
  ['☑️', 'check box'],
  ['❌', 'cross no'],
  ['♻️', 'recycle'],
  ['🔁', 'repeat'],
  ['🔍', 'search'],
  ['🔗', 'link'],
  ['➕', 'plus'],
  ['🧱', 'brick'],
  ['⚖️', 'scales legal compliance'],
  ['📜', 'scroll policy'],
  ['🩺', 'stethoscope health'],
  ['☕', 'coffee'],
  ['🍎', 'apple'],
  ['🐘', 'elephant'],
  ['🦊', 'fox'],
  ['🐳', 'whale docker'],
  ['🐍', 'snake python'],
  ['🦀', 'crab rust'],
  ['💎', 'gem ruby'],
]
