import { clsx } from 'clsx'
import { type Ref, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import type { IconShape } from '#markup/font-icons.ts'
import styles from './visual.module.css'

/** One line of a menu at the cursor. */
export type Option = {
  readonly label: string
  readonly detail: string
  /** Before the label. */
  readonly icon?: IconShape
  readonly pick: () => void
}

/** Whether the menu handled a key of the text or field that it belongs to. */
export type OptionListHandle = { readonly onKey: (key: string) => boolean }

type Props = {
  id: string
  label: string
  options: readonly Option[]
  /** Called with the id of the chosen option, for `aria-activedescendant`. */
  onChosen: (id: string) => void
  handle: Ref<OptionListHandle>
  ref?: Ref<HTMLDivElement>
}

/** Scrolls the menu to an option. `scrollIntoView` would scroll the page too, before the menu has its place. */
function showOption(list: HTMLElement, { offsetTop, offsetHeight }: HTMLElement): void {
  const lowest = offsetTop + offsetHeight - list.clientHeight
  list.scrollTop = Math.min(offsetTop, Math.max(list.scrollTop, lowest))
}

/** Options that arrows and Enter choose while the focus stays in the text. */
export function OptionList({ id, label, options, onChosen, handle, ref }: Props) {
  const [chosen, setChosen] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const index = Math.min(chosen, options.length - 1)
  useImperativeHandle(ref, () => list.current as HTMLDivElement)
  useImperativeHandle(handle, () => ({
    onKey: (key) => {
      if (options.length === 0) return false
      if (key === 'ArrowDown') setChosen((index + 1) % options.length)
      else if (key === 'ArrowUp') setChosen((index - 1 + options.length) % options.length)
      else if (key === 'Enter' || key === 'Tab') options[index]?.pick()
      else return false
      return true
    },
  }))
  useLayoutEffect(() => {
    onChosen(`${id}-${index}`)
    const option = list.current?.children[index]
    if (list.current && option instanceof HTMLElement) showOption(list.current, option)
  }, [id, index, onChosen])
  return (
    <div className={clsx('menu', styles.suggestions)} role="listbox" aria-label={label} id={id} ref={list}>
      {options.map(({ label: name, detail, icon, pick }, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys reach the menu through the text
        <div
          key={`${name} ${detail}`}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === index}
          className={clsx('menu-item', at === index && 'is-hover')}
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={() => setChosen(at)}
          onClick={pick}
        >
          <span className="truncate">
            {icon && (
              <svg
                className={styles.optionIcon}
                viewBox={`0 0 ${icon.width} ${icon.height}`}
                preserveAspectRatio="xMidYMid slice"
                aria-hidden
              >
                <path d={icon.path} />
              </svg>
            )}
            {name}
          </span>
          <span className="meta faint truncate">{detail}</span>
        </div>
      ))}
    </div>
  )
}
