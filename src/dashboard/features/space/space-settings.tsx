import type { ReactNode } from 'react'
import type { Space } from '#contract/spaces.ts'
import { Duplication, Removal } from './space-ends.tsx'
import { SpaceForm } from './space-form.tsx'
import { TransferAct } from './transfer-dialog.tsx'

type Props = {
  space: Space
  /** The custom fields of the space. */
  fields: ReactNode
  isTransferring: boolean
  onTransferring: (is: boolean) => void
}

/** What a space is called, whether it takes edits, what it says in its fields, and where it goes. */
export function SpaceSettings({ space, fields, isTransferring, onTransferring }: Props) {
  const { admin } = space.permissions
  return (
    <div className="scroll">
      <div className="settings">
        {admin ? (
          <SpaceForm space={space} />
        ) : (
          <p className="soft">
            To change the settings of this space you need the role Create or Admin in it.
          </p>
        )}
        {fields}
        {admin && (
          <div className="end-acts">
            <TransferAct space={space} isAsking={isTransferring} onAsk={onTransferring} />
            <Duplication space={space} />
            <Removal space={space} />
          </div>
        )}
      </div>
    </div>
  )
}
