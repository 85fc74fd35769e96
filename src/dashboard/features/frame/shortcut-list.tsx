import { Fragment, useState } from 'react'
import { Dialog, DialogBody } from '../../components/ui/dialog.tsx'
import { SearchInput } from '../../components/ui/inputs.tsx'
import { Keys } from '../../components/ui/kbd.tsx'
import { type Shortcut, shortcuts } from '../../lib/shortcuts.ts'
import { textOf } from './typed-on-demand.tsx'

const ALWAYS_ACTIVE: readonly ShortcutLine[] = [
  { keys: 'escape', label: 'Close or cancel', group: 'Everywhere' },
  { keys: 'mod+enter', label: 'Submit the form', group: 'In forms' },
]

type Props = {
  /** Keys pressed while the list was loading. */
  initialKeys: readonly string[]
  onClose: () => void
}

/** A searchable list of the keyboard shortcuts that work on the current page. */
export function ShortcutList({ initialKeys, onClose }: Props) {
  const [registered] = useState(shortcuts.all)
  const [text, setText] = useState(() => textOf(initialKeys))
  const groups = shortcutGroups([...registered, ...ALWAYS_ACTIVE], text)
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <DialogBody>
        <SearchInput label="Find a shortcut" placeholder="Find a shortcut" value={text} onChange={setText} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
        <div className="keys-list" role="group" aria-label="Keyboard shortcuts" tabIndex={0}>
          {groups.map(({ name, lines }) => (
            <section key={name} aria-label={name}>
              <h3>{name}</h3>
              <dl className="keys-sheet">
                {lines.map(({ keys, label }) => (
                  <Fragment key={keys + label}>
                    <dt>{label}</dt>
                    <dd>
                      <Keys of={keys} />
                      <span className="sr">{spokenKeys(keys)}</span>
                    </dd>
                  </Fragment>
                ))}
              </dl>
            </section>
          ))}
          {groups.length === 0 && <p className="faint">No shortcuts match “{text}”</p>}
        </div>
      </DialogBody>
    </Dialog>
  )
}

/** `g then l`, `Control and K` */
const spokenKeys = (keys: string): string =>
  keys
    .replaceAll('mod', 'Control')
    .replaceAll('+', ' and ')
    .replaceAll(/(?<=\S) (?=\S$)/g, ' then ')

type ShortcutLine = Pick<Shortcut, 'keys' | 'label' | 'group'>
type ShortcutGroup = { readonly name: string; readonly lines: readonly ShortcutLine[] }

/** Order of the groups. Groups that are not listed come last. */
const order = ['On this page', 'In lists and trees', 'Go', 'Everywhere', 'In forms']

/** Groups shortcuts by where they work and removes duplicates. */
export function shortcutGroups(lines: readonly ShortcutLine[], text: string): ShortcutGroup[] {
  const query = text.trim().toLowerCase()
  const unique = new Map(lines.map((line) => [`${line.keys} ${line.label}`, line]))
  const matches = [...unique.values()].filter(({ keys, label }) =>
    `${label} ${keys}`.toLowerCase().includes(query),
  )
  const groups = Map.groupBy(matches, ({ group }) => group ?? 'Everywhere')
  const groupOrder = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  return [...groups]
    .map(([name, lines]) => ({ name, lines: lines }))
    .sort((a, b) => groupOrder(a.name) - groupOrder(b.name))
}
