import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Bone } from '../../components/ui/skeleton.tsx'
import { Failed } from '../../components/ui/states.tsx'
import { mergeRulesQuery, type RulesTarget } from '../../data/merge-rules.ts'
import { errorMessage } from '../../data/query-client.ts'
import { InheritedRules, RuleList } from './inherited-rules.tsx'
import { targetLabels } from './labels.ts'
import { MergeRulesForm } from './merge-rules-form.tsx'

type Props = {
  target: RulesTarget
  /** Names the object in messages: `Handbook`. */
  title: string
  canEdit: boolean
  /** What is special about this object, such as a space with live edits. */
  note?: ReactNode
}

/** What change requests need before they can be merged: inherited rules, then those set here. */
export function MergeRulesSection({ target, title, canEdit, note }: Props) {
  const { own, none, readOnly } = targetLabels[target.type]
  const read = useQuery(mergeRulesQuery(target))
  return (
    <section aria-labelledby="merge-rules">
      <h2 id="merge-rules">Merge rules</h2>
      <p className="soft">
        What a change request needs before it can be merged. The rules of the organization, of every
        collection above a space and of the space apply together, and the strictest wins.
      </p>
      {note}
      {read.isPending && <Bone width="60%" />}
      {read.isError && (
        <Failed
          title="Couldn’t load the merge rules"
          reason={errorMessage(read.error)}
          onRetry={() => void read.refetch()}
        />
      )}
      {read.data && (
        <>
          <InheritedRules organizationId={target.organizationId} rules={read.data} />
          {canEdit ? (
            <MergeRulesForm key={target.id} target={target} title={title} rules={read.data} />
          ) : (
            <>
              <p className="soft">{readOnly}</p>
              {read.data.rules.length > 0 ? (
                <RuleList heading={own} rules={read.data.rules} named={read.data} />
              ) : (
                <p className="soft">{none}</p>
              )}
            </>
          )}
        </>
      )}
    </section>
  )
}
