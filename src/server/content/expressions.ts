import { evaluateExpression } from '#contract/shared/evaluate-condition.ts'
import { mayContainExpression } from '#markup/expression-tags.ts'
import { runTextTask } from '../text-tasks/run.ts'
import type { Variables } from './entries.ts'

/** Values of the variables of an organization and of one of its sites, which the pages of several spaces show. */
export type SharedValues = { readonly organization: Variables; readonly site: Variables }

/** What the expressions of a page can read. */
export type ExpressionInput = {
  readonly variables: Variables
  /** Of the organization and of the site; absent where they aren’t known. */
  readonly shared?: SharedValues | undefined
  readonly page: Variables | undefined
  /** Claims of the visitor; absent where content is the same for all of them. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined
}

/** A text with the values of its expressions; those without a value show nothing. */
export async function withExpressions(markdown: string, input: ExpressionInput): Promise<string> {
  if (!mayContainExpression(markdown)) return markdown
  const expressions = await runTextTask('expressions', markdown, markdown)
  if (expressions.length === 0) return markdown
  const scope = {
    organization: { vars: input.shared?.organization ?? {} },
    site: { vars: input.shared?.site ?? {} },
    space: { vars: input.variables },
    page: { vars: input.page ?? {} },
    visitor: { claims: { unsigned: {}, ...input.claims } },
  }
  const values = new Map(expressions.map((one) => [one, evaluateExpression(one, scope)]))
  return runTextTask('expandExpressions', { markdown, values }, markdown)
}
