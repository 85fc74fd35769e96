import { Keys } from '../../components/ui/kbd.tsx'
import { asked, scopes } from './palette-scopes.ts'

type Props = { text: string; onScope: (sign: string) => void; onKeys: () => void }

/** The keys of the palette, and the signs that narrow it down; these can be pressed too. */
export function PaletteFoot({ text, onScope, onKeys }: Props) {
  const { scope } = asked(text)
  return (
    <div className="palette-foot">
      <span className="pair wide">
        <Keys of="arrowup arrowdown" />
        Choose
      </span>
      <span className="pair wide">
        <Keys of="enter" />
        Open
      </span>
      <span className="pair wide">
        <Keys of="mod+enter" />
        New tab
      </span>
      <span className="grow wide" />
      {scopes.map((one) => (
        <button
          key={one.sign}
          type="button"
          className="pair"
          aria-pressed={one.scope === scope}
          aria-label={`Only ${one.label.toLowerCase()}, ${one.sign}`}
          onClick={() => onScope(one.sign)}
        >
          <Keys of={one.sign} />
          {one.label}
        </button>
      ))}
      <button type="button" className="pair wide" onClick={onKeys}>
        <Keys of="?" />
        All keys
      </button>
    </div>
  )
}
