import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { api } from '#contract/api.ts'
import { type Role, roles } from '#contract/shared/permissions.ts'
import { SelectInline } from '../../components/ui/select-inline.tsx'
import { q } from '../../lib/api.ts'
import { placeMeans, roleNames } from '../../lib/role-words.ts'
import type { Change } from './changes.ts'
import { inheritedInWords, levelInWords } from './level-words.ts'
import type { Level, Subject } from './subject.ts'

type Choice = Role | 'inherit' | 'named'

const levelOf = (choice: Choice): Level => (choice === 'named' ? null : choice)
const choiceOf = (level: Level): Choice => level ?? 'named'

/** What every member may do here at least. */
export function DefaultLevel({
  subject,
  onChange,
}: {
  subject: Subject
  onChange: (change: Change) => void
}) {
  const inherited = useInherited(subject)
  return (
    <section className="acs-level" aria-labelledby="access-level">
      <div>
        <h2 id="access-level">Default access</h2>
        <p className="soft">What every member may do here at least. Guests have none of it.</p>
      </div>
      {subject.mayManage ? (
        <SelectInline<Choice>
          label="Default access"
          value={choiceOf(subject.level)}
          choices={[
            { value: 'inherit', label: inherited, help: 'Nothing of its own; follows what is above it' },
            ...roles.map((role) => ({ value: role, label: roleNames[role], help: placeMeans[role] })),
            { value: 'named', label: 'Named people only', help: 'Only who is given a role by name or team' },
          ]}
          onChange={(choice) => onChange({ kind: 'level', level: levelOf(choice), before: subject.level })}
        />
      ) : (
        <span>{levelInWords(subject, inherited)}</span>
      )}
    </section>
  )
}

/** What there is to take over, in words. */
function useInherited(subject: Subject): string {
  const { session } = useRouteContext({ from: '/_app' })
  const { data: parent } = useQuery({
    ...q(api.collections.get, { params: { collectionId: subject.parent ?? '' } }),
    enabled: subject.parent !== undefined,
    retry: false,
  })
  const organization = session.organizations.find(({ id }) => id === subject.organizationId)
  return inheritedInWords(subject, parent, organization?.title ?? 'the organization')
}
