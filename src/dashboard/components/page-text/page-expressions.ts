import { useQuery } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { ExpressionScope, evaluateExpression } from '#contract/shared/evaluate-condition.ts'
import type { SharedVariables } from '#contract/shared-variables.ts'
import { q } from '../../data/api.ts'
import type { LinkContext } from './page-links.ts'

export type Evaluate = typeof evaluateExpression

export type Values = SharedVariables['variables']

/** Authors see what visitors without claims see. Variables of sites are shown by name: a page can be on several. */
export const scopeOf = (
  expression: string,
  { variables }: LinkContext,
  organization: Values = {},
): ExpressionScope => ({
  organization: { vars: organization },
  site: { vars: Object.fromEntries(siteVariablesIn(expression).map((name) => [name, `site.vars.${name}`])) },
  space: { vars: variables?.space ?? {} },
  page: { vars: variables?.page ?? {} },
  visitor: { claims: { unsigned: {} } },
})

const siteVariablesIn = (expression: string): string[] =>
  [...expression.matchAll(/\bsite\.vars\.(\w+)/g)].map(([, name = '']) => name)

/** The code that evaluates expressions, which few pages need. */
export const loadEvaluator = async (): Promise<Evaluate> =>
  (await import('#contract/shared/evaluate-condition.ts')).evaluateExpression

/** The variables of the organization, if a text shows some. */
export function useSharedVariables(organizationId = '', text: string): Values | undefined {
  const { data } = useQuery({
    ...q(api.sharedVariables.getForOrganization, { params: { organizationId } }),
    enabled: organizationId !== '' && text.includes('organization.vars'),
  })
  return data?.variables
}
