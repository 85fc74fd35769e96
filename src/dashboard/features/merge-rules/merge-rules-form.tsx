import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { MergeRules } from '#contract/merge-rules.ts'
import { Form } from '../../components/form.tsx'
import { useVersionedForm } from '../../components/use-versioned-form.ts'
import { useApi } from '../../data/api.ts'
import {
  mergeRulesParams,
  mergeRulesQuery,
  mergeRulesRoutes,
  type RulesTarget,
} from '../../data/merge-rules.ts'
import { labels } from '../../lib/labels.ts'
import { targetLabels } from './labels.ts'
import styles from './merge-rules.module.css'
import { RuleField } from './rule-field.tsx'
import { fields, requirementTypes, rulesOf, type Values, valuesOf } from './values.ts'

type Props = { target: RulesTarget; title: string; rules: MergeRules }

/** The rules set at an organization, a collection or a space, which are saved together. */
export function MergeRulesForm({ target, title, rules }: Props) {
  const client = useQueryClient()
  const query = mergeRulesQuery(target)
  const params = mergeRulesParams(target)
  const form = useForm<Values>({ resolver: zodResolver(fields), defaultValues: valuesOf(rules) })
  const saving = useApi(mergeRulesRoutes(target).set, { meta: { shown: 'in-form' } })
  const editing = useVersionedForm({
    form,
    object: rules,
    target,
    valuesOf,
    read: () => client.fetchQuery({ ...query, staleTime: 0 }),
    send: (values, now) =>
      saving.mutateAsync({ params, body: { rules: rulesOf(values) }, ifMatch: now.version }),
    sending: saving,
    onSaved: (saved) => client.setQueryData(query.queryKey, saved),
    savedMessage: () => `Saved the merge rules of ${labels.quoted(title)}`,
  })
  const { organizationId } = target
  return (
    <Form
      {...editing}
      form={form}
      shape="page"
      // The settings of a space have other forms before this one.
      variant={target.type === 'space' ? 'outline' : 'primary'}
      submit="Save merge rules"
    >
      <fieldset>
        <legend className="group-name">{targetLabels[target.type].own}</legend>
        <div className={styles.rules}>
          {requirementTypes.map((type) => (
            <RuleField key={type} type={type} organizationId={organizationId} />
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend className="group-name">Exceptions</legend>
        <div className={styles.rules}>
          <RuleField type="allow_bypass" organizationId={organizationId} />
        </div>
      </fieldset>
    </Form>
  )
}
