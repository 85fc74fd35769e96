import { Plus, X } from 'lucide-react'
import { Button, IconButton } from '../../components/ui/button.tsx'
import { TextInput } from '../../components/ui/inputs.tsx'
import styles from './merge-rules.module.css'
import { Reviewers } from './reviewers.tsx'
import { emptyOwners, type OwnersValue } from './values.ts'

const MAX_PATTERNS = 50

type Props = {
  organizationId: string
  owners: readonly OwnersValue[]
  onChange: (owners: readonly OwnersValue[]) => void
}

/** Path patterns, each with the people and teams who own the pages that match. */
export function PathOwners({ organizationId, owners, onChange }: Props) {
  const change = (index: number, part: Partial<OwnersValue>) =>
    onChange(owners.map((one, at) => (at === index ? { ...one, ...part } : one)))
  return (
    <>
      <ul className={styles.owners} aria-label="Path owners">
        {owners.map(({ pattern, users, teams }, index) => (
          <li key={index}>
            <TextInput
              mono
              aria-label={`Pattern ${index + 1}`}
              placeholder="/guides/**"
              maxLength={255}
              value={pattern}
              onChange={({ target }) => change(index, { pattern: target.value })}
            />
            <Reviewers
              title={pattern.trim() === '' ? 'Owners' : `Owners of ${pattern.trim()}`}
              organizationId={organizationId}
              value={{ users, teams }}
              onChange={(chosen) => change(index, chosen)}
            />
            <IconButton
              small
              className="btn-plain"
              icon={X}
              label={pattern.trim() === '' ? `Remove pattern ${index + 1}` : `Remove ${pattern.trim()}`}
              onClick={() => onChange(owners.filter((_, at) => at !== index))}
            />
          </li>
        ))}
      </ul>
      <p className="meta soft">
        <code>*</code> matches within one part of a path, <code>**</code> any number of parts:{' '}
        <code>/guides/**</code> is the page Guides and everything below it.
      </p>
      {owners.length < MAX_PATTERNS && (
        <Button size="small" icon={Plus} onClick={() => onChange([...owners, emptyOwners])}>
          Add pattern
        </Button>
      )}
    </>
  )
}
