import { useState } from 'react'
import { MemberPicker } from '../../components/member-picker.tsx'
import { TeamPicker } from '../../components/team-picker.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { Field } from '../../components/ui/field.tsx'
import type { RuleValue } from './values.ts'

type Chosen = Pick<RuleValue, 'users' | 'teams'>
type Props = {
  title: string
  organizationId: string
  value: Chosen
  onClose: () => void
  onChange: (chosen: Chosen) => void
}

/** Chooses the people and teams of a rule. They are saved with the other rules. */
export function ReviewersDialog({ title, organizationId, value, onClose, onChange }: Props) {
  const [users, setUsers] = useState(value.users)
  const [teams, setTeams] = useState(value.teams)
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogBody>
        <Field label="People">
          {(tied) => (
            <MemberPicker
              {...tied}
              many
              takesAddresses={false}
              organizationId={organizationId}
              label="Members"
              selected={users}
              onChange={setUsers}
            />
          )}
        </Field>
        <Field label="Teams">
          {(tied) => (
            <TeamPicker {...tied} organizationId={organizationId} selected={teams} onChange={setTeams} />
          )}
        </Field>
      </DialogBody>
      <DialogFoot>
        <Button size="form" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="primary"
          size="form"
          onClick={() => {
            onChange({ users, teams })
            onClose()
          }}
        >
          Use these
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
