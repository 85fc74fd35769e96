import { Fragment, useState } from 'react'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Keys } from '../../components/ui/kbd.tsx'
import { type Shortcut, shortcuts } from '../../lib/keys.ts'

const always: readonly Pick<Shortcut, 'keys' | 'label' | 'group'>[] = [
  { keys: 'j', label: 'Next row', group: 'In lists and trees' },
  { keys: 'k', label: 'Row before', group: 'In lists and trees' },
  { keys: 'enter', label: 'Open the row', group: 'In lists and trees' },
  { keys: 'x', label: 'Select the row', group: 'In lists and trees' },
  { keys: 'space', label: 'Take the row up, put it down', group: 'In lists and trees' },
  { keys: 'f2', label: 'Rename in place', group: 'In lists and trees' },
  { keys: 'mod+enter', label: 'Send the form', group: 'In forms' },
]

/** All keys that mean something now. */
export function KeysSheet({ onClose }: { onClose: () => void }) {
  const [own] = useState(shortcuts.all)
  const groups = Map.groupBy([...own, ...always], ({ group }) => group ?? 'Everywhere')
  return (
    <Dialog title="Keys" onClose={onClose}>
      <div className="dialog-body">
        <div className="keys-sheet">
          {[...groups].map(([group, list]) => (
            <Fragment key={group}>
              <h3>{group}</h3>
              {list.map(({ keys, label }) => (
                <Fragment key={keys + label}>
                  <span>{label}</span>
                  <Keys of={keys} />
                </Fragment>
              ))}
            </Fragment>
          ))}
        </div>
      </div>
    </Dialog>
  )
}
