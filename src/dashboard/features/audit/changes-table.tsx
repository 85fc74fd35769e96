import type { AuditEventDetail } from '#contract/audit-events.ts'
import { isSame } from '../../components/merge-fields.ts'
import { memberName } from './member-names.ts'
import { NamedThing } from './named-thing.tsx'
import { type Said, saidValue } from './said-value.ts'
import { type Side, valuesIn } from './undo-of.ts'

type Props = { organizationId: string; event: AuditEventDetail }

/** What an act changed, member by member, before and after. */
export function ChangesTable({ organizationId, event: { payload, action } }: Props) {
  const [before, after] = [payload.before, payload.after].map((side) => side && membersOf(action, side))
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const shown = names.filter((name) => !(before && after) || !isSame(before[name], after[name]))
  if (shown.length === 0) return null
  // In a team and in the fields of a space the names are those of people and of fields.
  const nameOf = (name: string) =>
    action === 'team.members' ? (
      <NamedThing organizationId={organizationId} named={{ kind: 'user', id: name }} />
    ) : action === 'space.fields' ? (
      name
    ) : (
      memberName(name)
    )
  const say = (name: string, value: unknown) => (
    <Words
      organizationId={organizationId}
      said={saidValue(action === 'team.members' ? 'role' : name, value)}
    />
  )
  return (
    <dl className="aud-changes">
      {shown.map((name) => (
        <div key={name}>
          <dt>{nameOf(name)}</dt>
          {before && name in before && (
            <dd className={after ? 'is-old' : undefined}>
              <span className="sr">{after ? 'Before: ' : ''}</span>
              {say(name, before[name])}
            </dd>
          )}
          {after && name in after && (
            <dd>
              <span className="sr">{before ? 'After: ' : ''}</span>
              {say(name, after[name])}
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

/** The values of a space are written down as they are sent: by the name of the field. */
function membersOf(action: AuditEventDetail['action'], side: Side): Side {
  return action === 'space.fields' ? valuesIn(side) : side
}

function Words({ organizationId, said }: { organizationId: string; said: Said }) {
  if ('text' in said) return <>{said.text}</>
  if ('named' in said) return <NamedThing organizationId={organizationId} named={said.named} />
  return (
    <ul>
      {said.list.map(({ of, is }, at) => (
        <li key={at}>
          <Words organizationId={organizationId} said={of} />
          {is !== undefined && <span className="faint"> {is}</span>}
        </li>
      ))}
    </ul>
  )
}
