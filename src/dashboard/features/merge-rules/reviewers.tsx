import { Users } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Avatar } from '../../components/ui/marks.tsx'
import styles from './merge-rules.module.css'
import { ReviewersDialog } from './reviewers-dialog.tsx'
import type { RuleValue } from './values.ts'

type ReviewersProps = {
  title: string
  organizationId: string
  value: Pick<RuleValue, 'users' | 'teams'>
  onChange: (chosen: Pick<RuleValue, 'users' | 'teams'>) => void
}

/** The people and teams of a rule, and the button that changes them. */
export function Reviewers({ title, organizationId, value, onChange }: ReviewersProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { users, teams } = value
  return (
    <div className={styles.reviewers}>
      {users.map(({ id, name }) => (
        <span key={id} className={styles.chip}>
          <Avatar id={id} name={name} />
          <span className="truncate">{name}</span>
        </span>
      ))}
      {teams.map(({ id, name }) => (
        <span key={id} className={styles.chip}>
          <Icon of={Users} size="s" />
          <span className="truncate">{name}</span>
        </span>
      ))}
      <Button variant="outline" size="small" onClick={() => setIsOpen(true)}>
        {users.length + teams.length === 0 ? 'Choose people and teams' : 'Change'}
      </Button>
      {isOpen && (
        <ReviewersDialog
          title={title}
          organizationId={organizationId}
          value={value}
          onClose={() => setIsOpen(false)}
          onChange={onChange}
        />
      )}
    </div>
  )
}
