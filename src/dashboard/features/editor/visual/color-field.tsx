import { clsx } from 'clsx'
import type { Selection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { KeyboardEvent } from 'react'
import { type ColorPart, colorAt, colorNames, setColor } from './color-commands.ts'
import styles from './visual.module.css'

type Props = { view: EditorView; selection: Selection; onClose: () => void }

const parts = [
  { part: 'text', label: 'Text color', prefix: 'ink' },
  { part: 'background', label: 'Background color', prefix: 'ground' },
] as const satisfies readonly { part: ColorPart; label: string; prefix: string }[]

/** The colors of the selected text. Arrows move between them, and Esc returns to the text. */
export function ColorField({ view, onClose }: Props) {
  const close = () => {
    onClose()
    view.focus()
  }
  return (
    <div
      className={styles.colors}
      role="group"
      aria-label="Colors"
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation()
          close()
        } else moveFocus(event)
      }}
    >
      {parts.map(({ part, label, prefix }) => {
        const current = colorAt(view.state, part)
        return (
          <div key={part} className={styles.swatches} role="group" aria-label={label}>
            {colorNames.map((name) => (
              <button
                key={name}
                type="button"
                className={clsx(styles.swatch, name !== 'default' && `${prefix}-${name}`)}
                aria-label={`${label}: ${name === 'default' ? 'none' : name}`}
                title={name === 'default' ? 'None' : `${name[0]?.toUpperCase()}${name.slice(1)}`}
                aria-pressed={name === current}
                tabIndex={name === current ? 0 : -1}
                // biome-ignore lint/a11y/noAutofocus: the field opens because the person asked for it
                autoFocus={part === 'text' && name === current}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => {
                  setColor(part, name)(view.state, view.dispatch)
                  close()
                }}
              >
                {name === 'default' ? '∅' : 'A'}
              </button>
            ))}
          </div>
        )
      })}
    </div>
  )
}

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -colorNames.length,
  ArrowDown: colorNames.length,
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key]
  if (step === undefined) return
  event.preventDefault()
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.findIndex((button) => button.matches(':focus'))
  buttons[(at + step + buttons.length) % buttons.length]?.focus()
}
