import { mayContainConditions } from '#markup/condition-syntax.ts'
import { runTextTask } from './run.ts'
import type { ShownExpressions } from './task-data.ts'

/** Whether content with this expression is shown to a visitor. */
type Shows = (expression: string) => boolean

/** `applyConditions` of `markup` for a text of any cost. @throws {DomainError} see `runTextTask` */
export async function applyConditions(markdown: string, shows: Shows): Promise<string> {
  if (!mayContainConditions(markdown)) return markdown
  const shown = await shownExpressions(markdown, shows)
  return runTextTask('applyConditions', { markdown, shown }, markdown)
}

/** Which expressions of a text are met. */
export async function shownExpressions(markdown: string, shows: Shows): Promise<ShownExpressions> {
  const expressions = await runTextTask('conditions', markdown, markdown)
  return Object.fromEntries(expressions.map((expression) => [expression, shows(expression)]))
}
