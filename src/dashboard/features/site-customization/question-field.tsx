import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api } from '#contract/api.ts'
import { q } from '../../data/api.ts'
import { paths } from '../../lib/paths.ts'
import { CustomizationField, CustomizationSelect, choicesOf } from './customization-fields.tsx'
import { questionLabels } from './labels.ts'

const LABEL = 'Questions of readers'

/** Whether readers can ask questions, or why no site of the service or the organization can offer it. */
export function QuestionField() {
  const { orgId: organizationId = '' } = useParams({ strict: false })
  const { data: service } = useQuery(q(api.apiInformation.get, {}))
  const { data: organization } = useQuery(q(api.organizations.get, { params: { organizationId } }))
  if (service?.ask === false)
    return (
      <Unavailable>
        Not available: no language model is connected. The operator of the service connects one with{' '}
        <code>LECTERN_ASK_URL</code>.
      </Unavailable>
    )
  if (organization !== undefined && !organization.ai)
    return (
      <Unavailable>
        Not available: AI features are off in {organization.title}.{' '}
        {organization.permissions.admin ? (
          <>
            Turn them on in the <Link to={paths.general(organizationId)}>general settings</Link>.
          </>
        ) : (
          'Its admins can turn them on.'
        )}
      </Unavailable>
    )
  return (
    <CustomizationSelect
      name="ai/mode"
      label={LABEL}
      choices={choicesOf(questionLabels)}
      help="Answers come from the language model that the operator of the service connected."
    />
  )
}

const Unavailable = ({ children }: { children: ReactNode }) => (
  <CustomizationField names={['ai/mode']} label={LABEL}>
    <div className="field">
      <p className="label">{LABEL}</p>
      <p className="help">{children}</p>
    </div>
  </CustomizationField>
)
